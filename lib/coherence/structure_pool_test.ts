import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { structureDistances } from "./mod.ts";
import { structurePool } from "./structure_pool.ts";

const mask = new Uint8Array(576).fill(1);
const keysOf = (width: number, seed: number) => {
  const random = randomStream("pool", seed);
  return Array.from(
    { length: 3 },
    () => Float32Array.from({ length: 576 * width }, () => random.next() - 0.5),
  );
};

Deno.test("structurePool gives what structureDistances gives, in threads and for small work without", async () => {
  await using pool = structurePool(2);
  const many = [1, 2, 3, 4].map((seed) => keysOf(128, seed)); // 6e7 multiplications each
  const found = await Promise.all(many.map((keys) => pool.distances(keys, mask)));
  deepStrictEqual(found.map((one) => [...one]), many.map((keys) => [...structureDistances(keys, mask)]));
  strictEqual(many[0][0].length, 576 * 128, "the keys stay the caller's");
  const small = keysOf(4, 5);
  deepStrictEqual(await pool.distances(small, mask), structureDistances(small, mask));
});

Deno.test("structurePool passes on what a thread refuses, and goes on", async () => {
  await using pool = structurePool(2);
  const bad = keysOf(128, 6);
  bad[1][200] = NaN;
  await rejects(pool.distances(bad, mask), /key 1 of drawing 1 must be finite/);
  const good = keysOf(128, 7);
  deepStrictEqual(await pool.distances(good, mask), structureDistances(good, mask));
});
