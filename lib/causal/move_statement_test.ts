import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { parseProgram } from "lib/program/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { listFolder, pilotReplies, simulatedReplies } from "./testdata/replies.ts";
import { cutProgram, moveStatement, shapeStatement, shiftShape, withoutDigits } from "./mod.ts";

/** A statement read and moved; null where either cannot be. */
function moved(code: string, rows: number, cols: number): string | null {
  const parsed = parseProgram(code);
  ok(parsed.status === "ok");
  const statement = shapeStatement(parsed.module.body[0], "canvas");
  ok(statement, `no statement with literal coordinates: ${code}`);
  return moveStatement(code, statement, { shift: { rows, cols }, from: 0, to: code.length });
}

const HAND: [what: string, code: string, by: [number, number], moved: string | null][] = [
  [
    "integers, more digits or fewer",
    "canvas.set_pixel(9, 10, 'red')",
    [3, -4],
    "canvas.set_pixel(12, 6, 'red')",
  ],
  ["place, not size", "canvas.rect(2, 3, 4, 5, '#112233')", [1, 10], "canvas.rect(3, 13, 4, 5, '#112233')"],
  ["a centre, not a radius", "canvas.circle(5, 5, 5, 5)", [4, 5], "canvas.circle(9, 10, 5, 5)"],
  ["both ends of a line", "canvas.line(0, 1, 2, 3, c)", [7, 8], "canvas.line(7, 9, 9, 11, c)"],
  [
    "every point of a poly",
    "canvas.poly([(1, 2), [3, 4], (5, 6)], 'red')",
    [1, 2],
    "canvas.poly([(2, 4), [4, 6], (6, 8)], 'red')",
  ],
  [
    "keywords in any order",
    "canvas.rect(c=1, r=2, w=3, color=5, h=4)",
    [10, 20],
    "canvas.rect(c=21, r=12, w=3, color=5, h=4)",
  ],
  [
    "floats before the point",
    "canvas.rect(2.50, .5, 3., 4, 'red')",
    [8, 1],
    "canvas.rect(10.50, 1.5, 3., 4, 'red')",
  ],
  [
    "a point without a fraction",
    "canvas.set_pixel(7., 0., 'red')",
    [-7, 3],
    "canvas.set_pixel(0., 3., 'red')",
  ],
  [
    "a negative number behind its sign",
    "canvas.set_pixel(-4, - 2.5, 'red')",
    [3, -1],
    "canvas.set_pixel(-1, - 3.5, 'red')",
  ],
  ["not to minus zero, which nobody writes", "canvas.set_pixel(-4, 1, 'red')", [4, 0], null],
  ["to minus a half", "canvas.set_pixel(-4.5, 1, 'red')", [4, 0], "canvas.set_pixel(-0.5, 1, 'red')"],
  ["not through zero: a sign is no digit", "canvas.set_pixel(-4, 1, 'red')", [5, 0], null],
  ["not below zero", "canvas.set_pixel(4, 1, 'red')", [-5, 0], null],
  ["two minus signs", "canvas.set_pixel(--4, +1, 'red')", [5, 1], "canvas.set_pixel(--9, +2, 'red')"],
  ["hexadecimal: no", "canvas.set_pixel(0x0F, 1, 'red')", [1, 0], null],
  ["hexadecimal that stays", "canvas.set_pixel(0x0F, 1, 'red')", [0, 1], "canvas.set_pixel(0x0F, 2, 'red')"],
  ["an exponent: no", "canvas.set_pixel(1e1, 1, 'red')", [1, 0], null],
  ["an underscore: no", "canvas.set_pixel(1_0, 1, 'red')", [1, 0], null],
  [
    "across lines, with comments and blanks as they are",
    "canvas.rect(\n    8,  # row 8\n\t9, 2,2,\n    color = '#0f0',\n)",
    [2, 1],
    "canvas.rect(\n    10,  # row 8\n\t10, 2,2,\n    color = '#0f0',\n)",
  ],
  [
    "brackets around a number",
    "canvas.set_pixel((4), ((-1)), 'red')",
    [1, -1],
    "canvas.set_pixel((5), ((-2)), 'red')",
  ],
];

for (const [what, code, [rows, cols], expected] of HAND) {
  Deno.test(`moveStatement: ${what}`, () => {
    const text = moved(code, rows, cols);
    strictEqual(text, expected);
    if (text !== null) strictEqual(withoutDigits(text), withoutDigits(code));
  });
}

Deno.test("shapeStatement takes no statement whose place or size is not written out", () => {
  for (
    const code of [
      "canvas.rect(r, 1, 2, 3, 'red')",
      "canvas.rect(1, 1, h, 3, 'red')",
      "canvas.set_pixel(1 + 2, 3, 'red')",
      "canvas.set_pixel(*p, 'red')",
      "canvas.set_pixel(**p)",
      "canvas.set_pixel(1, 'red')",
      "canvas.set_pixel(1, 2)",
      "canvas.set_pixel(1, 2, 'red', r=3)",
      "canvas.set_pixel(1, True, 'red')",
      "canvas.rect(1, 2, 3, 4, 'red', fill=x)",
      "canvas.poly([(1, 2), (3, 4)], 'red')",
      "canvas.poly([(1, 2), (3, 4), p], 'red')",
      "canvas.poly([(1, 2), (3, 4), (5, 6, 7)], 'red')",
      "canvas.poly(points, 'red')",
      "canvas.poly([(i, i) for i in range(3)], 'red')",
      "canvas.fill('red')",
      "other.rect(1, 2, 3, 4, 'red')",
      "rect(1, 2, 3, 4, 'red')",
      "x = canvas.set_pixel(1, 2, 'red')",
      "for i in [1]: canvas.set_pixel(1, 2, 'red')",
    ]
  ) {
    const parsed = parseProgram(code);
    ok(parsed.status === "ok", code);
    strictEqual(shapeStatement(parsed.module.body[0], "canvas"), null, code);
  }
});

/**
 * Moves the next statement of every reply that can be cut by some shift that digits can say, and holds the two texts
 * against each other. Returns how many were moved.
 */
function holdIdentity(replies: Iterable<string>): number {
  let count = 0;
  for (const reply of replies) {
    const cut = cutProgram(reply);
    if (typeof cut === "string") continue;
    const asis = cut.code.slice(cut.firstEnd, cut.nextEnd);
    const random = randomStream("identity", count);
    for (let attempt = 0; attempt < 20; attempt++) {
      const shift = { rows: random.between(-12, 12), cols: random.between(-12, 12) };
      if (shift.rows === 0 && shift.cols === 0) continue;
      const text = moveStatement(cut.code, cut.next, { shift, from: cut.firstEnd, to: cut.nextEnd });
      if (text === null) continue;
      count++;
      strictEqual(withoutDigits(text), withoutDigits(asis));
      notStrictEqual(text, asis);
      const again = cutProgram(cut.lead + cut.code.slice(0, cut.firstEnd) + text);
      ok(typeof again !== "string", `${again}: ${text}`);
      deepStrictEqual(again.next.shape, shiftShape(cut.next.shape, shift));
      break;
    }
  }
  return count;
}

Deno.test("without digits a moved statement is its original, and its shape is moved as told: all simulated layouts", () => {
  const count = holdIdentity(simulatedReplies());
  ok(count > 5000, `${count}`);
});

const pilot = listFolder("data/pilot/generations");

Deno.test({
  name:
    `without digits a moved statement is its original: whatever can be cut of ${pilot.length} models of the pilot`,
  ignore: pilot.length === 0,
  fn: () => void holdIdentity(pilotReplies(pilot)),
});
