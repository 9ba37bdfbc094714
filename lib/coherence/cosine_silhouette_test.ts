import { ok, strictEqual, throws } from "node:assert/strict";
import fc from "fast-check";
import { randomStream } from "lib/random/mod.ts";
import { silhouette } from "lib/stats/mod.ts";
import { cosineSilhouette } from "./cosine_silhouette.ts";

Deno.test("cosineSilhouette is lib/stats' silhouette to six places, for any sizes, clusters of one and rows of 0", () => {
  const sizes = fc.record({
    n: fc.integer({ min: 1, max: 40 }),
    width: fc.integer({ min: 1, max: 21 }),
    clusters: fc.integer({ min: 1, max: 11 }),
    seed: fc.nat(1000),
  });
  fc.assert(
    fc.property(sizes, ({ n, width, clusters, seed }) => {
      const random = randomStream("silhouettes", seed);
      const data = Float32Array.from({ length: n * width }, () => random.normal());
      if (seed % 3 === 0) data.fill(0, 0, width);
      const labels = Array.from({ length: n }, () => `c${random.below(clusters)}`);
      const found = cosineSilhouette({ data, width }, labels),
        expected = silhouette({ data, width }, labels).score;
      ok(
        Number.isNaN(expected) ? Number.isNaN(found) : Math.abs(found - expected) < 2e-6,
        `${found} ${expected}`,
      );
    }),
    { numRuns: 150, seed: 5 },
  );
});

Deno.test("cosineSilhouette of equal rows in all clusters is 0, of two directions 1", () => {
  const rows = (...vectors: number[][]) => ({ data: Float32Array.from(vectors.flat()), width: 3 });
  strictEqual(cosineSilhouette(rows([1, 2, 3], [2, 4, 6], [1, 2, 3], [3, 6, 9]), ["a", "a", "b", "b"]), 0);
  strictEqual(cosineSilhouette(rows([1, 0, 0], [2, 0, 0], [0, 1, 0], [0, 5, 0]), ["a", "a", "b", "b"]), 1);
});

Deno.test("cosineSilhouette refuses labels that do not match and numbers that are not finite", () => {
  throws(() => cosineSilhouette({ data: new Float32Array(6), width: 3 }, ["a"]), RangeError);
  throws(
    () => cosineSilhouette({ data: Float32Array.of(1, NaN), width: 1 }, ["a", "b"]),
    /row 1 must be finite/,
  );
});
