import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { extractCode } from "lib/program/mod.ts";
import { callsCanvas, continuedProgram, cutProgram, longestRun, runsInLoop, statesNext } from "./mod.ts";
import { asReply } from "./continued_program.ts";

const P = "canvas.rect(1, 2, 3, 4, 'red')\n";
const after = (text: string, prefix = P, lead = "") => continuedProgram(lead, lead + prefix, text);

Deno.test("callsCanvas sees any call of the canvas in the continuation and none before it", () => {
  for (
    const text of [
      "canvas.fill('red')",
      "canvas.circle(1, 1, 1, 'red')",
      "for i in range(0):\n    canvas.set_pixel(i, i, 'red')", // code, whether it runs or not
      "x = canvas.rect(1, 1, 1, 1, 'red')",
      "def dot():\n    canvas.set_pixel(1, 1, 'red')\n",
      "canvas.poly([(1, 2", // cut off
      "import os\ncanvas.fill('red')",
    ]
  ) ok(callsCanvas(after(text)), text);
  for (
    const text of [
      "",
      "\n\n",
      "# canvas.fill('red')",
      "x = 1",
      "print(",
      "# canvas.rect(\nx = (",
      "s = 'canvas.fill()'",
    ]
  ) ok(!callsCanvas(after(text)), text);
});

Deno.test("callsCanvas counts a call of a function that draws, but not of the render that is continued", () => {
  const helper = "def dot(r):\n    canvas.set_pixel(r, r, 'red')\ndot(1)\n";
  ok(callsCanvas(after("dot(2)\n", helper)));
  ok(!callsCanvas(after("x = min(2, 3)\n", helper)));
  const render = "def render(canvas):\n    canvas.set_pixel(1, 1, 'red')\n";
  ok(!callsCanvas(after("\nrender(canvas)\n", render)));
  ok(callsCanvas(after("    canvas.set_pixel(2, 1, 'red')\n\nrender(canvas)\n", render)));
  const renamed = "def render(c):\n    c.set_pixel(1, 1, 'red')\n";
  ok(callsCanvas(after("    c.fill(3)\n", renamed)));
});

Deno.test("a continuation's code ends with the block that the prefix opened, or before one that it opens", () => {
  const fenced = "Sure:\n```python\n";
  strictEqual(after("x = 1\n```\nThat draws canvas.fill(1)", P, fenced).code, `${P}x = 1\n`);
  strictEqual(after("x = 1\n", P, fenced).code, `${P}x = 1\n`);
  strictEqual(after("x = 1\n```\ncanvas.fill(1)\n```\n").code, `${P}x = 1\n`);
  strictEqual(after("```\ncanvas.fill(1)\n").code, P);
  strictEqual(after("x = 1\r\ny = 2\r\n").code, `${P}x = 1\ny = 2\n`);
  ok(!callsCanvas(after("```\ncanvas.fill(1)\n")));
});

Deno.test("asReply gives code back whatever fences it holds", () => {
  for (const code of [P, "x = '''\n~~~\n'''\n", "x = '''\n````\n'''\n# `````\n", ""]) {
    strictEqual(extractCode(asReply(code)).trimEnd(), code.trimEnd());
  }
});

Deno.test("longestRun counts lines of one form in a row, digits aside, singly and in twos and threes", () => {
  strictEqual(longestRun(""), 0);
  strictEqual(longestRun("a(1)"), 1);
  strictEqual(longestRun("a(1)\n  a(22)\n\n# c\na(3)\nb(1)"), 3);
  strictEqual(longestRun("a(1)\nb(1)\n".repeat(4)), 4);
  strictEqual(longestRun("a(1); a(2);a(3)\na(4);\n"), 4);
  strictEqual(longestRun("a(1)\nb(1)\nc(1)\n".repeat(5) + "a(2)\n"), 5);
  strictEqual(longestRun("a()\nb()\nc()\nd()\n".repeat(5)), 1);
});

Deno.test("runsInLoop asks for ten in a row, and for more than the generation has", () => {
  const rows = (n: number) =>
    after(Array.from({ length: n }, (_, i) => `canvas.set_pixel(${i}, 1, 'red')`).join("\n"));
  deepStrictEqual([9, 10, 30].map((n) => runsInLoop(rows(n), 3)), [false, true, true]);
  deepStrictEqual([12, 13].map((n) => runsInLoop(rows(n), 12)), [false, true]);
  strictEqual(runsInLoop(rows(4), 3, { times: 4 }), true);
});

Deno.test("statesNext wants the own next statement first, to the byte", () => {
  const own = "canvas.circle(9, 9, 2, 'blue')";
  const cut = cutProgram(`${P}${own}\n`);
  ok(typeof cut !== "string");
  for (const text of [own, `${own}\n`, `\n# then\n  # c\n${own}  # x\n`, `${own}; x = 1`]) {
    ok(statesNext(after(text), cut), text);
  }
  for (const text of ["", `x = 1\n${own}`, own.replace("9,", "9, "), `${own}.x`, own.replace("2", "22")]) {
    ok(!statesNext(after(text), cut), text);
  }
});
