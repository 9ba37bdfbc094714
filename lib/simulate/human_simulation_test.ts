import { deepStrictEqual, ok } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { annotatorChoice, ANNOTATORS, type SimulatedAnnotator } from "./human_annotator.ts";
import type { Look } from "./look.ts";

const seen = (value: number): Look => ({ shape: value, color: value, spatial: value, completeness: value });
const exact: SimulatedAnnotator = { id: "x", noise: 0, tie: 0.5, valid: 2, inattention: 0 };

/** Shares of the four answers over many looks at the same two pictures. */
function shares(left: Look, right: Look, annotator: SimulatedAnnotator, n = 4000) {
  const random = randomStream("annotator", annotator.id);
  const counts = { left: 0, right: 0, both: 0, neither: 0 };
  for (let i = 0; i < n; i++) counts[annotatorChoice(left, right, annotator, random)] += 1 / n;
  return counts;
}

Deno.test("annotatorChoice without noise: the better picture, a tie where they are near, valid or not by level", () => {
  const choose = (a: number, b: number) => annotatorChoice(seen(a), seen(b), exact, randomStream("any"));
  deepStrictEqual([choose(0.9, 0.5), choose(0.5, 0.9), choose(0.9, 0.88), choose(0.4, 0.42)], [
    "left",
    "right",
    "both",
    "neither",
  ]);
});

Deno.test("annotatorChoice has no side: mirrored pictures give mirrored answers", () => {
  for (const annotator of ANNOTATORS) {
    const one = shares(seen(0.8), seen(0.6), annotator), other = shares(seen(0.6), seen(0.8), annotator);
    ok(Math.abs(one.left - other.right) < 0.03 && one.left > 0.5, JSON.stringify([one, other]));
  }
});

Deno.test("annotatorChoice is inattentive as often as planted, on all four answers alike", () => {
  const random = { ...exact, id: "bored", inattention: 0.4 };
  const { left, right, both, neither } = shares(seen(0.9), seen(0.2), random);
  for (const share of [right, both, neither]) ok(Math.abs(share - 0.1) < 0.02, String(share));
  ok(Math.abs(left - 0.7) < 0.03);
});
