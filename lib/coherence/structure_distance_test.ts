import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import fc from "fast-check";
import { randomStream } from "lib/random/mod.ts";
import { structureDistances } from "./mod.ts";

const everywhere = new Uint8Array(576).fill(1);

function maskOf(cells: readonly number[]): Uint8Array {
  const mask = new Uint8Array(576);
  for (const cell of cells) mask[cell] = 1;
  return mask;
}

function randomKeys(width: number, seed: number): Float32Array {
  const random = randomStream("keys", seed);
  return Float32Array.from({ length: 576 * width }, () => random.normal());
}

/** The definition spelt out: the Frobenius norm of the difference of two matrices of cosines, over the patches. */
function plainDistance(a: Float32Array, b: Float32Array, mask: Uint8Array): number {
  const width = a.length / 576, cells = [...mask.keys()].filter((cell) => mask[cell]);
  const cosine = (keys: Float32Array, i: number, j: number) => {
    let dot = 0, ii = 0, jj = 0;
    for (let k = 0; k < width; k++) {
      const x = keys[i * width + k], y = keys[j * width + k];
      dot += x * y;
      ii += x * x;
      jj += y * y;
    }
    return ii === 0 || jj === 0 ? 0 : dot / Math.sqrt(ii * jj);
  };
  let squares = 0;
  for (const i of cells) for (const j of cells) squares += (cosine(a, i, j) - cosine(b, i, j)) ** 2;
  return Math.sqrt(squares) / cells.length;
}

Deno.test("two patches, alike in one drawing and at right angles in the other, are the root of a half apart", () => {
  const alike = new Float32Array(576 * 2), crossed = new Float32Array(576 * 2);
  alike.set([1, 0, 5, 0]);
  crossed.set([1, 0, 0, 2]);
  // the matrices differ by 1 in two of four places
  const [distance] = structureDistances([alike, crossed], maskOf([0, 1]));
  ok(Math.abs(distance - Math.sqrt(2) / 2) < 1e-9);
});

Deno.test("structureDistances is the definition, for widths and masks that fill vectors and tiles or do not", () => {
  for (const [width, cells] of [[1, 2], [3, 5], [8, 4], [16, 37], [21, 64], [384, 23]]) {
    const keys = [1, 2, 3].map((seed) => randomKeys(width, seed));
    const mask = maskOf(Array.from({ length: cells }, (_, i) => (i * 29) % 576));
    const found = structureDistances(keys, mask);
    strictEqual(found.length, 3);
    for (const [pair, [i, j]] of [[0, 1], [0, 2], [1, 2]].entries()) {
      const expected = plainDistance(keys[i], keys[j], mask);
      ok(Math.abs(found[pair] - expected) < 3e-5, `${width} ${cells}: ${found[pair]} ${expected}`);
    }
  }
});

Deno.test("structureDistances over a large mask at DINO's width is the definition to six places", () => {
  const keys = [randomKeys(384, 4), randomKeys(384, 5)];
  const mask = everywhere.map((_, cell) => cell % 4 === 0 ? 1 : 0);
  const [found] = structureDistances(keys, mask);
  ok(Math.abs(found - plainDistance(keys[0], keys[1], mask)) < 1e-6);
});

Deno.test("the same keys have distance 0, exactly, whatever their lengths", () => {
  const keys = randomKeys(24, 6), longer = keys.map((value) => 4 * value);
  deepStrictEqual([...structureDistances([keys, keys, longer], maskOf([3, 9, 50, 51, 300]))], [0, 0, 0]);
});

Deno.test("keys that are turned or whose numbers change places have no distance: only similarities count", () => {
  const keys = randomKeys(4, 7);
  const turned = keys.map((_, i) => [keys[i + 1], -keys[i - 1], keys[i + 1], keys[i - 1]][i % 4]);
  ok(structureDistances([keys, turned], everywhere)[0] < 1e-4);
});

Deno.test("an empty mask gives NaN, fewer than two drawings no pair", () => {
  const keys = randomKeys(3, 8);
  deepStrictEqual([...structureDistances([keys, keys], maskOf([]))], [NaN]);
  deepStrictEqual([...structureDistances([keys], everywhere)], []);
  deepStrictEqual([...structureDistances([], everywhere)], []);
});

Deno.test("a mask of one patch compares nothing but a key with itself", () => {
  const keys = [randomKeys(5, 9), randomKeys(5, 10)];
  deepStrictEqual([...structureDistances(keys, maskOf([17]))], [0]);
});

Deno.test("a key of length 0 is like none, itself neither", () => {
  const none = new Float32Array(576 * 2), some = none.slice();
  some.set([3, 4], 2 * 10);
  deepStrictEqual([...structureDistances([none, some], maskOf([10]))], [1]);
  deepStrictEqual([...structureDistances([none, none], everywhere)], [0]);
});

Deno.test("what is outside the mask does not count", () => {
  const keys = randomKeys(6, 11), changed = keys.slice();
  changed.fill(7, 6 * 100);
  const mask = maskOf(Array.from({ length: 100 }, (_, i) => i));
  deepStrictEqual([...structureDistances([keys, changed], mask)], [0]);
});

Deno.test("structureDistances is symmetric, in [0, 2] and obeys the triangle inequality", () => {
  const shape = fc.record({
    width: fc.integer({ min: 1, max: 9 }),
    seed: fc.nat(1000),
    cells: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(
    fc.property(shape, ({ width, seed, cells }) => {
      const keys = [seed, seed + 1, seed + 2].map((one) => randomKeys(width, one));
      const mask = maskOf(Array.from({ length: cells }, (_, i) => (i * 31 + seed) % 576));
      const [ab, ac, bc] = structureDistances(keys, mask);
      const [ba] = structureDistances([keys[1], keys[0]], mask);
      ok(Math.abs(ab - ba) < 1e-12);
      for (const distance of [ab, ac, bc]) ok(distance >= 0 && distance <= 2);
      ok(ac <= ab + bc + 1e-6);
    }),
    { numRuns: 60, seed: 1 },
  );
});

Deno.test("structureDistances refuses keys that do not fill 576 patches, differ in width or are not finite", () => {
  throws(() => structureDistances([new Float32Array(575), new Float32Array(575)], everywhere), RangeError);
  throws(() => structureDistances([randomKeys(2, 1), randomKeys(3, 1)], everywhere), RangeError);
  throws(() => structureDistances([randomKeys(2, 1)], new Uint8Array(24)), /576 cells, got 24/);
  for (const value of [NaN, Infinity]) {
    const keys = randomKeys(2, 1);
    keys[11] = value;
    throws(() => structureDistances([keys, keys], everywhere), /key 5 of drawing 0 must be finite/);
  }
});
