import { deepStrictEqual, notDeepStrictEqual, ok } from "node:assert/strict";
import { piou } from "lib/score/mod.ts";
import { extent, icons, ladder, randomPlacements, references, type Shape } from "./mod.ts";

const size = (part: Shape) => {
  const { top, left, bottom, right } = extent(part);
  return [bottom - top, right - left];
};

Deno.test("randomPlacements keeps kind, colour and size, and every part on the canvas", () => {
  for (const reference of [...references(), ...ladder().slice(80), ...icons()]) {
    const placed = randomPlacements(reference, 3);
    ok(placed.length === reference.parts.length);
    for (const [i, part] of placed.entries()) {
      const { kind, color } = reference.parts[i];
      deepStrictEqual([part.kind, part.color], [kind, color]);
      const [height, width] = size(part), [h, w] = size(reference.parts[i]);
      ok(Math.abs(height - h) < 1e-9 && Math.abs(width - w) < 1e-9, reference.id);
      const { top, left, bottom, right } = extent(part);
      ok(top >= -1e-9 && left >= -1e-9 && bottom <= 23 + 1e-9 && right <= 23 + 1e-9, reference.id);
    }
  }
});

Deno.test("randomPlacements is uniform over the places where the part lies on the canvas whole", () => {
  const part: Shape = { kind: "rect", r: 20, c: 1, h: 4, w: 14, color: "#d23232", fill: true };
  const scene = { id: "x", rows: 24, cols: 24, parts: [part] };
  const places = Array.from({ length: 4000 }, (_, seed) => extent(randomPlacements(scene, seed)[0]));
  for (const [axis, room] of [["top", 20], ["left", 10]] as const) {
    const values = places.map((place) => place[axis]);
    for (const share of [0.1, 0.25, 0.5, 0.9]) {
      const below = values.filter((value) => value < share * room).length / values.length;
      ok(Math.abs(below - share) < 0.03, `${axis} ${share}: ${below}`);
    }
  }
});

Deno.test("randomPlacements leaves a part that fills the canvas where it is", () => {
  const parts: Shape[] = [{ kind: "rect", r: 0, c: 0, h: 24, w: 24, color: "#d23232", fill: true }];
  deepStrictEqual(randomPlacements({ id: "x", rows: 24, cols: 24, parts }, 1), parts);
});

Deno.test("randomPlacements repeats for a seed and differs between seeds and references", () => {
  const [a, b] = ladder().slice(40);
  deepStrictEqual(randomPlacements(a, 1), randomPlacements(a, 1));
  notDeepStrictEqual(randomPlacements(a, 1), randomPlacements(a, 2));
  notDeepStrictEqual(randomPlacements(a, 1), randomPlacements({ ...a, id: b.id }, 1));
});

Deno.test("random placements score near chance: far below the pass mark on average", () => {
  const scores = references().flatMap((reference) =>
    [1, 2].map((seed) => piou(reference.parts, randomPlacements(reference, seed)).piou)
  );
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  ok(mean < 0.4, `${mean}`);
});
