import { type Primitive, rasterize } from "lib/canvas/mod.ts";
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { drawingTraits } from "./drawing_traits.ts";
import { programTraits } from "./program_traits.ts";

Deno.test("a loop is a loop wherever it stands: statement, nested, comprehension", () => {
  const looped = (code: string) => programTraits(code).loops;
  strictEqual(looped("canvas.fill('red')"), false);
  strictEqual(looped("if True:\n    while False:\n        pass"), true);
  strictEqual(looped("xs = [i for i in range(3)]"), true);
  strictEqual(looped("def f():\n    for i in range(3):\n        pass\nf()"), true);
  strictEqual(looped("x = 'for i in range(3):'"), false);
});

Deno.test("code that does not parse has no known loops, and still a length", () => {
  const { loops, functions, characters, lines } = programTraits("for for for");
  deepStrictEqual({ loops, functions, characters, lines }, {
    loops: null,
    functions: null,
    characters: 11,
    lines: 1,
  });
  deepStrictEqual(programTraits("").lines, 0);
});

Deno.test("a colour's # is no comment, in either quote and over several lines", () => {
  const comments = (code: string) => programTraits(code).comments;
  strictEqual(comments("canvas.fill('#ff0000')"), false);
  strictEqual(comments('canvas.fill("#ff0000")'), false);
  strictEqual(comments("x = '''\n# text\n'''"), false);
  strictEqual(comments("canvas.fill('#ff0000') # red"), true);
  strictEqual(comments("x = 'it\\'s #1'"), false);
});

Deno.test("a picture that equals its mirror image has symmetry 1, a blank one has none", () => {
  const traits = (calls: Primitive[]) => drawingTraits(rasterize(calls), calls);
  const bar: Primitive = { kind: "rect", r: 0, c: 4, h: 24, w: 16, color: "#ff0000", fill: true };
  strictEqual(traits([bar]).symmetry, 1);
  deepStrictEqual(traits([]), { primitives: 0, kinds: 0, colors: 1, coverage: 0, symmetry: null });
  const half: Primitive = { kind: "rect", r: 0, c: 0, h: 24, w: 12, color: "#ff0000", fill: true };
  strictEqual(traits([{ kind: "fill", color: "#ffffff" }, half]).symmetry, 0);
});
