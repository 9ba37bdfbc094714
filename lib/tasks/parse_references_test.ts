import { deepStrictEqual, throws } from "node:assert/strict";
import { parseReferences } from "./mod.ts";

const cases = Deno.readTextFileSync(new URL("testdata/hostile_references.jsonl", import.meta.url))
  .trim().split("\n").map((line) => JSON.parse(line));

for (const { id, why, input, inputBase64, expect } of cases) {
  Deno.test(`parseReferences ${id}: ${why}`, () => {
    const given = inputBase64 === undefined
      ? input
      : Uint8Array.from(atob(inputBase64), (c) => c.charCodeAt(0));
    if (expect.error) throws(() => parseReferences(given));
    else parseReferences(given);
  });
}

const rect = { kind: "rect", r: 1, c: 2, h: 3, w: 4, color: [210, 50, 50] };
const refusals: [string, unknown, RegExp][] = [
  ["an id twice", [{ id: "a", parts: [rect] }, { id: "a", parts: [rect] }], /reference 2: id a is taken/],
  [
    "a missing width",
    { id: "a", parts: [{ ...rect, w: undefined }] },
    /part 1: w must be a number, got undefined/,
  ],
  ["a text coordinate", { id: "a", parts: [{ ...rect, w: "4" }] }, /part 1: w must be a number, got "4"/],
  ["an unknown colour", { id: "a", parts: [{ ...rect, color: "mauve" }] }, /part 1: color: .*mauve/],
  ["a fill part", { id: "a", parts: [{ kind: "fill", color: "red" }] }, /kind must be one of/],
  [
    "an outlined pixel",
    { id: "a", parts: [{ kind: "set_pixel", r: 0, c: 0, color: "red", fill: false }] },
    /fill/,
  ],
  [
    "a poly of two points",
    { id: "a", parts: [{ kind: "poly", points: [[0, 0], [1, 1]], color: "red" }] },
    /three/,
  ],
];
for (const [what, value, message] of refusals) {
  Deno.test(`parseReferences refuses ${what}, naming it`, () => {
    throws(() => parseReferences(JSON.stringify(value)), message);
  });
}

Deno.test("parseReferences takes a list, outlines, fractions and coordinates beyond the canvas", () => {
  const given = [{ id: "a", parts: [rect] }, { id: "b", parts: [{ ...rect, r: -5.5, fill: false }] }];
  deepStrictEqual(
    parseReferences(new TextEncoder().encode(JSON.stringify(given))).map((one) => one.parts[0]),
    [
      { kind: "rect", r: 1, c: 2, h: 3, w: 4, fill: true, color: "#d23232" },
      { kind: "rect", r: -5.5, c: 2, h: 3, w: 4, fill: false, color: "#d23232" },
    ],
  );
});
