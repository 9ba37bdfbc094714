import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { type CutProgram, cutProgram, hasComment } from "./mod.ts";

function cut(reply: string): CutProgram {
  const found = cutProgram(reply);
  ok(typeof found !== "string", String(found));
  return found;
}

/** What stands before the cut, and what the null arm adds. */
const parts = (reply: string) => {
  const { lead, code, firstEnd, nextEnd, nextStart, nextStop } = cut(reply);
  return [lead, code.slice(0, firstEnd), code.slice(firstEnd, nextEnd), code.slice(nextStart, nextStop)];
};

const A = "canvas.rect(1, 2, 3, 4, 'red')",
  B = "canvas.circle(9, 9, 2, 'blue')",
  C = "canvas.line(0, 0, 5, 5, 'red')";

Deno.test("cutProgram cuts behind the lines of the first two drawing statements; fill is none", () => {
  const reply = `canvas.fill('#ffffff')\n${A}\n${B}\n${C}\n`;
  deepStrictEqual(parts(reply), ["", `canvas.fill('#ffffff')\n${A}\n`, `${B}\n`, B]);
  deepStrictEqual(cut(reply).laterEnds, [reply.length]);
  deepStrictEqual(parts(`${A}\n${B}`), ["", `${A}\n`, B, B]);
});

Deno.test("cutProgram keeps what stands around the code, comments and blank lines between", () => {
  const reply = `Sure:\n\n\`\`\`python\n${A}  # body\n\n# head\n${B} # round\n${C}\n\`\`\`\nDone.`;
  deepStrictEqual(parts(reply), ["Sure:\n\n```python\n", `${A}  # body\n`, `\n# head\n${B} # round\n`, B]);
  ok(cut(reply).commented);
});

Deno.test("cutProgram takes the body of render, where the module draws nothing else", () => {
  const reply =
    `def render(cv):\n    cv.fill('red')\n    cv.rect(1, 1, 2, 2, 'blue')\n    cv.set_pixel(3, 3, 1)\n`;
  deepStrictEqual(parts(reply)[2], "    cv.set_pixel(3, 3, 1)\n");
  deepStrictEqual(parts(`${reply}\nrender(canvas)\n`)[2], "    cv.set_pixel(3, 3, 1)\n");
  deepStrictEqual(parts(`${reply}\n${A}\n${B}\n`)[2], `${B}\n`);
});

Deno.test("cutProgram takes loops, conditions and calls of functions that draw for the first statement", () => {
  for (
    const first of [
      "for i in range(3):\n    canvas.set_pixel(i, i, 'red')",
      "if True:\n    canvas.fill('red')\nelse:\n    canvas.rect(1, 1, 1, 1, 'red')",
      "def dot(r):\n    canvas.set_pixel(r, r, 'red')\ndot(4)",
      "def dot(r):\n    canvas.set_pixel(r, r, 'red')\ndef two(r):\n    dot(r)\nx = two(4)",
    ]
  ) deepStrictEqual(parts(`${first}\n${B}\n`).slice(1, 3), [`${first}\n`, `${B}\n`]);
});

Deno.test("cutProgram cuts at the statement's end where another follows on its line", () => {
  deepStrictEqual(parts(`${A}; ${B}\n${C}\n`), ["", A, `; ${B}\n`, B]);
});

Deno.test("cutProgram keeps a statement across lines whole", () => {
  const long = "canvas.poly([\n    (1, 1),\n    (1, 5),\n    (5, 3),\n], 'red')";
  deepStrictEqual(parts(`${long}\n${long}\n`).slice(1), [`${long}\n`, `${long}\n`, long]);
});

for (
  const [reply, reason] of [
    [A, "it has no two drawing statements"],
    ["", "it has no two drawing statements"],
    ["canvas.rect(", "it has no two drawing statements"],
    [`def f():\n    ${A}\n${B}`, "it has no two drawing statements"],
    [`${A}\nx = 3\n${B}`, "something stands between its first two drawing statements"],
    [`${A}\ncanvas.fill('red')\n${B}`, "something stands between its first two drawing statements"],
    [`${A}\nfor i in range(2):\n    ${B}`, "its next drawing statement has no literal coordinates"],
    [`r = 3\n${A}\ncanvas.rect(r, 1, 1, 1, 'red')`, "its next drawing statement has no literal coordinates"],
    [`  ${A}\n  ${B}\n`, "its code does not stand in the reply as extracted"],
    [`${A}\r\n${B}\r\n`, "its code does not stand in the reply as extracted"],
  ]
) {
  Deno.test(`cutProgram refuses ${JSON.stringify(reply)}: ${reason}`, () =>
    strictEqual(cutProgram(reply), reason));
}

Deno.test("hasComment tells a comment from a colour", () => {
  for (
    const code of ["x = 1 # one", "# only", "c = '#fff'\n#\nx = c", "f'{1}' # f", "x = '''\n# no\n''' # yes"]
  ) {
    ok(hasComment(code), code);
  }
  for (const code of ["c = '#fff'", "x = '''\n# no\n'''", "f'#{1}#{\"#\"}'", "c = 'a' '#b'\n", "", "x = 1"]) {
    ok(!hasComment(code), code);
  }
});
