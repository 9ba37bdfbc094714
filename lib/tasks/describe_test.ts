import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { PALETTE } from "lib/canvas/mod.ts";
import {
  describe,
  icons,
  ladder,
  layoutPrompts,
  periodicity,
  type Reference,
  references,
  type Shape,
} from "./mod.ts";

const all: Reference[] = [...references(), ...ladder(), ...periodicity(), ...icons()];

/** Reads a description as a reader would: it knows English, the canvas and nothing of how the text was made. */
function parseDescription(text: string) {
  const lines = text.split("\n");
  const size = /(\d+) rows and (\d+) columns/.exec(lines[0])!;
  const named = (name: string) => name.startsWith("#") ? name : PALETTE[name];
  const background = named(/background with color (\S+)\.$/.exec(lines[1])![1]);
  const count = Number(/draw (\d+) shapes?/.exec(lines[2])![1]);
  const parts = lines.slice(3).map((line, i): Shape => {
    const [, number, what, color, rest] = /^(\d+)\. (?:an? |the )?(.*?), color (\S+?)(?:,|$) ?(.*)$/.exec(
      line.replace(", 1 cell thick, color", ", color"),
    )!;
    strictEqual(Number(number), i + 1);
    const numbers = [...rest.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
    const fill = !what.startsWith("outline of a ");
    const paint = { color: named(color) };
    const [a, b, c, d] = numbers;
    switch (what.replace("outline of a ", "")) {
      case "single cell":
        return { kind: "set_pixel", r: a, c: b, ...paint };
      case "rectangle":
        return { kind: "rect", r: a, c: b, h: c, w: d, ...paint, fill };
      case "circle":
        return { kind: "circle", cr: a, cc: b, radius: c, ...paint, fill };
      case "line": {
        const [r1, c1, r2, c2] = numbers.slice(-4); // after the thickness
        return { kind: "line", r1, c1, r2, c2, ...paint };
      }
      case "polygon": {
        const points = numbers.slice(1).flatMap((x, k, list): [number, number][] =>
          k % 2 === 0 ? [[x, list[k + 1]]] : []
        );
        strictEqual(points.length, a);
        return { kind: "poly", points, ...paint, fill };
      }
      default:
        throw new Error(`what is ${what}?`);
    }
  });
  strictEqual(parts.length, count);
  return { rows: Number(size[1]), cols: Number(size[2]), background, parts };
}

Deno.test("there are 278 references: 145 translations, 100 of the ladder, 20 periodic ones, 13 icons", () => {
  deepStrictEqual([references(), ladder(), periodicity(), icons()].map((list) => list.length), [
    145,
    100,
    20,
    13,
  ]);
  strictEqual(new Set(all.map((reference) => reference.id)).size, 278);
});

Deno.test("every part of all 278 references is recovered exactly from its description", () => {
  for (const reference of all) {
    const { rows, cols, background, parts } = reference;
    deepStrictEqual(parseDescription(describe(reference)), { rows, cols, background, parts }, reference.id);
  }
});

Deno.test("no description holds a subject word of its scene, in singular or plural", () => {
  for (const reference of all) {
    const prose = describe(reference);
    for (const word of reference.subject) {
      ok(!new RegExp(`\\b${word}(e?s)?\\b`, "i").test(prose), `${reference.id}: ${word}`);
    }
  }
});

Deno.test("scenes of objects have subject words, icons all words of their name", () => {
  const prompts = new Map(layoutPrompts().map((prompt) => [prompt.id, prompt]));
  for (const reference of references()) {
    if (prompts.get(reference.id)!.tier !== 2) continue;
    ok(reference.subject.length > 0, reference.id);
  }
  ok(icons().every((icon) => icon.id.slice(5).split("-").every((word) => icon.subject.includes(word))));
});

Deno.test("descriptions are made of a closed vocabulary: geometry, numbers and colors", () => {
  const words = new Set(
    ("the canvas has rows and columns row is top column left fill background with color then draw shape shapes " +
      "in this order later ones on of earlier a single cell at rectangle cells tall wide outline thick circle " +
      "centered radius line from to polygon corners").split(" "),
  );
  for (const reference of all) {
    const prose = describe(reference).replaceAll(/color (#[0-9a-f]{6}|[a-z_]+)/g, (_, name) => {
      ok(name.startsWith("#") || Object.hasOwn(PALETTE, name));
      return "color";
    });
    for (const word of prose.toLowerCase().match(/[a-z_]+/g)!) {
      ok(words.has(word), `${reference.id}: ${word}`);
    }
  }
});

Deno.test("describe uses the paper's words for a circle", () => {
  const parts: Shape[] = [{ kind: "circle", cr: 12, cc: 12, radius: 10, color: "#d23232", fill: true }];
  ok(describe({ parts }).endsWith("a circle, color red, centered at row 12, column 12, radius 10 cells"));
});

Deno.test("describe prints numbers that read back: fractions, thirds, tiny, huge, negative", () => {
  for (
    const x of [0.1, 1 / 3, 5e-324, 1e-7, 1.5e-9, 1e21, 123456789012345680000000, -2.5e-8, -0.25, 2 ** 53]
  ) {
    const parts: Shape[] = [{ kind: "set_pixel", r: x, c: 1, color: "#123456" }];
    const prose = describe({ parts });
    ok(!/\de/.test(prose));
    deepStrictEqual(parseDescription(prose).parts, parts);
  }
  ok(
    describe({ parts: [{ kind: "set_pixel", r: "9007199254740993", c: 1, color: "red" }] })
      .includes("row 9007199254740993, column 1"),
  );
  throws(() => describe({ parts: [{ kind: "set_pixel", r: NaN, c: 1, color: "red" }] }), RangeError);
});

Deno.test("describe says outlines, and of two spellings of a color the first", () => {
  const parts: Shape[] = [
    { kind: "rect", r: 1, c: 2, h: 3, w: 4, color: "#8c8c8c", fill: false },
    { kind: "poly", points: [[0, 0], [0, 5], [5, 0]], color: "#010203", fill: false },
  ];
  const [, , , first, second] = describe({ parts }).split("\n");
  strictEqual(
    first,
    "1. the outline of a rectangle, 1 cell thick, color gray, top-left cell at row 1, column 2, " +
      "3 rows tall, 4 columns wide",
  );
  ok(second.includes("the outline of a polygon, 1 cell thick, color #010203, with 3 corners"));
});
