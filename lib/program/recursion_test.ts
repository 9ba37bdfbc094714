import { strictEqual } from "node:assert/strict";
import { renderAll } from "./render.ts";

/** A renderer that is kept from test to test would count as leaked: each call has renderers of its own. */
const render = async (program: string) => (await renderAll([program], { workers: 1 }))[0];

const sixty = Array.from({ length: 60 }, (_, i) => `a${i}`);

/** Programs that nest as many calls of their own functions as they are told. */
const forms: Record<string, (calls: number) => string> = {
  "a plain call": (calls) => `def f(n):\n    return n and f(n - 1)\nf(${calls - 1})`,
  "a lambda": (calls) => `f = lambda n: n and f(n - 1)\nf(${calls - 1})`,
  "a keyword": (calls) => `def f(n):\n    return n and f(n=n - 1)\nf(${calls - 1})`,
  "a star": (calls) => `def f(*a):\n    return a[0] and f(*[a[0] - 1])\nf(${calls - 1})`,
  "two stars": (calls) => `def f(n):\n    return n and f(**{'n': n - 1})\nf(${calls - 1})`,
  "defaults and keywords": (calls) =>
    `def f(r, c, d=0, *, e=1):\n    return r and f(r - 1, c, d=d + 1, e=2)\nf(${calls - 1}, 0)`,
  "loops and try": (calls) =>
    `def f(n):
    for i in range(1):
        while n:
            try:
                f(n - 1)
            finally:
                break
f(${calls - 1})`,
  "an inner function": (calls) =>
    `def f(n):\n    def g():\n        return n and f(n - 1)\n    return n and g()\nf(${(calls - 1) / 2 | 0})`,
  "many locals": (calls) =>
    `def f(n):\n    ${sixty.join(" = ")} = n\n    return n and f(n - 1) + ${sixty.join(" + ")}\nf(${
      calls - 1
    })`,
  map: (calls) => `def f(n):\n    if n: list(map(f, [n - 1]))\nf(${calls - 1})`,
};

Deno.test("999 nested calls pass in whatever form they are made", async () => {
  const results = await renderAll(Object.values(forms).map((program) => program(999)));
  for (const [i, form] of Object.keys(forms).entries()) {
    const { status, error } = results[i];
    strictEqual(status, "ok", `${form}: ${error?.type} in line ${error?.line}`);
  }
});

Deno.test("1000 plain calls are a RecursionError, which a program can catch", async () => {
  for (const form of ["a plain call", "a lambda", "a keyword", "a star", "two stars"]) {
    const { error } = await render(forms[form](1000));
    strictEqual(error?.type, "RecursionError", form);
    const lines = forms[form](1000).split("\n"), call = lines.pop();
    const caught = [...lines, "try:", `    ${call}`, "except Exception:", "    canvas.fill('red')"].join(
      "\n",
    );
    strictEqual((await render(caught)).primitives.length, 1, form);
  }
});

Deno.test("a flood fill that calls itself by keyword reaches every cell", async () => {
  const { status, primitives } = await render(`seen = set()
def flood(r, c, color='red'):
    if r < 0 or c < 0 or r >= canvas.rows or c >= canvas.cols or (r, c) in seen:
        return
    seen.add((r, c))
    canvas.set_pixel(r, c, color)
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        flood(r=r + dr, c=c + dc, color=color)
flood(0, 0)`);
  strictEqual(status, "ok");
  strictEqual(primitives.length, 576);
});

Deno.test("chains of iterators a thousand deep are followed", async () => {
  for (const step of ["(v for v in m)", "map(int, m)", "filter(None, m)", "zip(m)", "enumerate(m)"]) {
    const { status, error } = await render(
      `m = iter([1, 2])\nfor i in range(900): m = ${step}\nnext(m)\ncanvas.fill('red')`,
    );
    strictEqual(status, "ok", `${step}: ${error?.type}`);
  }
});

Deno.test("what nests without end in a builtin is a RecursionError of the program's own line", async () => {
  for (
    const [program, line] of [
      ["m = iter([1])\nfor i in range(20000): m = filter(None, m)\nnext(m)", 3],
      ["m = iter([1])\nfor i in range(20000): m = enumerate(m)\nnext(m)", 3],
      ["e = ValueError()\nfor i in range(20000): e = ValueError(e)\nstr(e)", 3],
      ["x = list[int]\nfor i in range(20000): x = list[x]\nstr(x)", 3],
      ["x = []\nfor i in range(20000): x = [x]\nstr(x)", 3],
      ["x = ()\nfor i in range(20000): x = (x,)\n{x}", 3],
    ] as const
  ) {
    const { error } = await render(program);
    strictEqual(`${error?.type} ${error?.line}`, `RecursionError ${line}`, program);
  }
});
