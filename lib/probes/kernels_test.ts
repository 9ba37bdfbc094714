import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { randomStream } from "lib/random/mod.ts";
import { foldSpace, openFold } from "./fold_space.ts";
import { BLOCK, BLOCK_TILE, type Precision, SIDE, STRIDE } from "./gram_kernels.ts";
import { TILE } from "./kernel_tiles.ts";
import { kernelsOver } from "./kernels.ts";
import { turnToEigenvectors } from "./turn_to_eigenvectors.ts";

const padded = (count: number, to: number) => Math.ceil(count / to) * to;

function normals(rows: number, width: number, ...key: (string | number)[]): number[][] {
  const chance = randomStream("kernels", ...key);
  return Array.from({ length: rows }, () => Array.from({ length: width }, () => chance.normal()));
}

/** The Gram kernel's products of rows with the first `against` of them, block after block. */
function products(rows: readonly (readonly number[])[], against: number, bits: Precision): number[][] {
  const memory = new WebAssembly.Memory({ initial: 40 }), kernels = kernelsOver(memory);
  const width = rows[0].length, fitted = padded(against, SIDE);
  const all = fitted + padded(rows.length - against, SIDE), side = padded(fitted, TILE), out = 1 << 20;
  const numbers = bits === 64 ? new Float64Array(memory.buffer) : new Float32Array(memory.buffer);
  for (let from = 0; from < width; from += BLOCK) {
    numbers.fill(0, 0, all * STRIDE);
    rows.forEach((row, i) =>
      numbers.set(row.slice(from, from + BLOCK), (i < against ? i : fitted + i - against) * STRIDE)
    );
    const bytes = padded(Math.min(BLOCK, width - from), BLOCK_TILE) * bits / 8;
    kernels[`gram${bits}`](0, bytes, all, fitted, out, side * 8);
  }
  const view = new Float64Array(memory.buffer, out);
  return rows.map((_, i) => {
    const at = (i < against ? i : fitted + i - against) * side;
    return Array.from(view.subarray(at, at + (i < against ? i + 1 : against)));
  });
}

for (const bits of [64, 32] as const) {
  const rounded = bits === 64 ? (x: number) => x : Math.fround, unit = bits === 64 ? 2 ** -53 : 2 ** -24;

  Deno.test(`gram${bits} is the sum of products within its bound, in shapes that fill no block`, () => {
    for (
      const [rows, against, width] of [
        [1, 1, 1],
        [2, 1, 7],
        [4, 2, 16],
        [5, 5, 17],
        [7, 3, 255],
        [
          ...[13, 8, 256],
        ],
        [10, 9, 257],
        [8, 7, 600],
      ]
    ) {
      const z = normals(rows, width, "gram", rows, width).map((row) => row.map(rounded));
      products(z, against, bits).forEach((row, i) => {
        strictEqual(row.length, i < against ? i + 1 : against);
        row.forEach((value, j) => {
          let exact = 0, size = 0; // products of 32-bit numbers are exact in 64
          for (let c = 0; c < width; c++) exact += z[i][c] * z[j][c], size += Math.abs(z[i][c] * z[j][c]);
          // A lane adds at most 128 or 64 products; then their sums, a block's and the blocks'.
          const bound = (bits === 64 ? 2 * width : 66) * unit * size + 2 * width * 2 ** -53 * size;
          ok(Math.abs(value - exact) <= bound, `${rows} x ${width}, ${against}: ${value}, not ${exact}`);
        });
      });
    }
  });

  Deno.test(`gram${bits} is exact on small whole numbers`, () => {
    const chance = randomStream("whole");
    const z = Array.from({ length: 9 }, () => Array.from({ length: 300 }, () => chance.below(17) - 8));
    products(z, 5, bits).forEach((row, i) =>
      row.forEach((value, j) => strictEqual(value, z[i].reduce((sum, v, c) => sum + v * z[j][c], 0)))
    );
  });

  Deno.test(`gram${bits}: NaN and infinity spoil the products they are in and no others`, () => {
    const z = normals(7, 20, "spoilt").map((row) => row.map(rounded));
    const clean = products(z, 4, bits);
    z[2][19] = NaN;
    z[5][0] = Infinity;
    products(z, 4, bits).forEach((row, i) =>
      row.forEach((value, j) => {
        if (i === 2 || j === 2) ok(Number.isNaN(value), `${i}, ${j}`);
        else if (i === 5) strictEqual(value, z[j][0] < 0 ? -Infinity : Infinity);
        else strictEqual(value, clean[i][j]);
      })
    );
  });

  Deno.test(`gram${bits} keeps the smallest numbers: nothing is flushed to zero`, () => {
    const least = bits === 64 ? 2 ** -1074 : 2 ** -149,
      z = [[1, 1, -0], [least, least, 0], [3 * least, 0, 1]];
    deepStrictEqual(products(z, 2, bits), [[2], [2 * least, 0], [3 * least, 0]]);
  });

  Deno.test(`standardise${bits} gives mean 0 and deviation 1 over the fitted rows, and centres what is constant`, () => {
    const memory = new WebAssembly.Memory({ initial: 20 }), kernels = kernelsOver(memory);
    const view = new Float64Array(memory.buffer), words = new Int32Array(memory.buffer);
    const [n, fitted, width, z] = [9, 6, 21, 400_000];
    const x = normals(n, width, "standardise").map((row) =>
      row.map((v, j) => j === 3 ? 0.1 : j === 4 ? 1e8 + v : j === 5 ? 1e-200 * v : 1e-3 * v)
    );
    x[8][3] = 0.7; // constant over the fitted rows alone
    x.forEach((row, i) => view.set(row, 512 + i * STRIDE));
    const order = [8, 0, 1, 2, 3, 4, 5, 6, 7].slice(1).concat(8);
    order.forEach((row, i) => words[i] = row * STRIDE * 8);
    kernels[`standardise${bits}`](4096, 0, fitted, n, padded(width, TILE) * 8, z, STRIDE * bits / 8);
    const numbers = bits === 64 ? view : new Float32Array(memory.buffer), base = z / (bits / 8);
    for (let j = 0; j < width; j++) {
      const column = order.map((row) => x[row][j]);
      const mean = column.slice(0, fitted).reduce((sum, v) => sum + v, 0) / fitted;
      const square = column.slice(0, fitted).reduce((sum, v) => sum + (v - mean) ** 2, 0) / fitted;
      // At 1e-200 the squares are lost, so that the column counts as constant.
      const deviation = j === 3 || j === 5 ? 1 : Math.sqrt(square);
      column.forEach((v, i) => {
        const found = numbers[base + (i < fitted ? i : i + 1) * STRIDE + j],
          expected = (v - mean) / deviation;
        const tolerance = bits === 32 ? 1e-6 : j === 4 ? 1e-6 : 1e-12;
        ok(Math.abs(found - expected) <= tolerance * Math.max(1, Math.abs(expected)), `${i}, ${j}: ${found}`);
      });
    }
    ok(
      numbers.subarray(base + fitted * STRIDE, base + (fitted + 1) * STRIDE).every((v) => v === 0),
      "the gap",
    );
    for (let i = 0; i < fitted; i++) strictEqual(numbers[base + i * STRIDE + 3], 0, "equal values become 0");
  });
}

/** Eigenvalues, and the vectors as rows, with the identity as companion. */
function eigen(matrix: readonly (readonly number[])[]): { values: number[]; vectors: number[][] } {
  const n = matrix.length, side = padded(n, 2 * TILE);
  const memory = new WebAssembly.Memory({ initial: 4 }), view = new Float64Array(memory.buffer);
  const companion = side * side * 8;
  matrix.forEach((row, i) => {
    view.set(row, i * side);
    view[companion / 8 + i * side + i] = 1;
  });
  const values = turnToEigenvectors({
    ...{ kernels: kernelsOver(memory), view, matrix: 0, matrixRow: side * 8, size: n },
    ...{ companion, companionWidth: side * 8, scratch: 2 * companion },
  });
  const vectors = Array.from(values, (_, j) => {
    const at = companion / 8 + j * side;
    return Array.from(view.subarray(at, at + n));
  });
  return { values: [...values], vectors };
}

function gramOf(n: number, width: number): number[][] {
  const x = normals(n, width, "eigen", n, width);
  return x.map((a) => x.map((b) => a.reduce((sum, v, c) => sum + v * b[c], 0)));
}

const matrices: [string, number[][]][] = [
  ["1 x 1", [[3]]],
  ["2 x 2", [[2, 1], [1, 2]]],
  ["zeros", [[0, 0, 0], [0, 0, 0], [0, 0, 0]]],
  ["a diagonal", [[1, 0, 0], [0, 5, 0], [0, 0, -2]]],
  ["equal values", Array.from({ length: 9 }, (_, i) => Array.from({ length: 9 }, (_, j) => i === j ? 4 : 1))],
  ["two blocks", [[1, 2, 0, 0], [2, 1, 0, 0], [0, 0, 3, 4], [0, 0, 4, 3]]],
  ["a Gram matrix", gramOf(23, 60)],
  ["a Gram matrix of rank 5", gramOf(40, 5)],
  [
    "a Gram matrix, each row twice",
    gramOf(12, 20).flatMap((row) => [row, row]).map((row) => row.flatMap((v) => [v, v])),
  ],
  ["scales far apart", gramOf(10, 20).map((row, i) => row.map((v, j) => v * 10 ** -(i + j)))],
  ["very large numbers", gramOf(7, 9).map((row) => row.map((v) => v * 1e90))],
];

for (const [what, matrix] of matrices) {
  Deno.test(`turnToEigenvectors: A v = value v, vectors orthonormal, values ml-matrix's: ${what}`, () => {
    const { values, vectors } = eigen(matrix), n = matrix.length;
    const size = Math.max(1e-300, ...matrix.flat().map(Math.abs)) * n;
    vectors.forEach((v, j) => {
      matrix.forEach((row, i) => {
        const product = row.reduce((sum, a, c) => sum + a * v[c], 0);
        ok(
          Math.abs(product - values[j] * v[i]) <= 1e-14 * size * Math.sqrt(n),
          `${j}: ${product}, ${values[j] * v[i]}`,
        );
      });
      vectors.forEach((w, k) => {
        const product = v.reduce((sum, a, c) => sum + a * w[c], 0);
        ok(Math.abs(product - (j === k ? 1 : 0)) < 1e-13, `${j}, ${k}: ${product}`);
      });
    });
    const other = new EigenvalueDecomposition(new Matrix(matrix), { assumeSymmetric: true }).realEigenvalues;
    const sorted = (list: number[]) => list.toSorted((a, b) => a - b);
    sorted(other).forEach((value, j) => ok(Math.abs(sorted(values)[j] - value) <= 1e-14 * size));
  });
}

Deno.test("turnToEigenvectors refuses what is not finite", () => {
  for (const wrong of [NaN, Infinity, -Infinity]) {
    throws(() => eigen([[1, 2, 3], [2, wrong, 1], [3, 1, 1]]), RangeError);
    throws(() => eigen([[wrong]]), RangeError);
    throws(() => eigen([[1, wrong], [wrong, 1]]), RangeError);
  }
  throws(() => eigen(gramOf(7, 9).map((row) => row.map((v) => v * 1e200))), RangeError, "squares overflow");
});

Deno.test("foldSpace's squared errors are those of its predictions, for outputs that fill no tile", () => {
  const x = normals(30, 50, "errors"), ks = [1, 3, 8, 64], penalties = [0.1, 1e3];
  for (const outputs of [1, 3, 8, 36]) {
    const y = normals(30, outputs, "errors y", outputs), other = normals(30, 2, "other y");
    const space = foldSpace({ rows: 30, width: 50, train: 23, test: 7, outputs: [2, outputs], ks: 4 });
    space.load(x);
    const train = x.map((_, i) => i).filter((i) => i % 4 > 0 || i === 28), test = [0, 4, 8, 12, 16, 20, 24];
    const fit = space.fit(openFold(train, test, [other, y]));
    const errors = fit.errors(1, ks, penalties);
    ks.forEach((k, i) =>
      penalties.forEach((penalty, p) => {
        const flat = fit.predict(1, k, penalty);
        const sum = test.reduce(
          (sum, row, t) => sum + y[row].reduce((s, v, o) => s + (v - flat[t * outputs + o]) ** 2, 0),
          0,
        );
        ok(Math.abs(errors[i * 2 + p] - sum) <= 1e-12 * sum, `${outputs}: ${errors[i * 2 + p]}, not ${sum}`);
      })
    );
  }
});

Deno.test("foldSpace: what it fitted before leaves no trace", () => {
  const x = normals(20, 40, "trace"),
    spoilt = x.map((row) => row.map((v) => 1e300 * v)),
    y = normals(20, 3, "y");
  const space = foldSpace({ rows: 20, width: 40, train: 17, test: 8, outputs: [3], ks: 2 });
  const all = x.map((_, i) => i),
    folds = [[0, 1, 2], [3, 4, 5, 6, 7, 8, 9, 10]].map((test) =>
      openFold(all.filter((i) => !test.includes(i)), test, [y])
    );
  space.load(x);
  const first = folds.map((fold) => space.fit(fold).errors(0, [2, 5], [1]));
  space.load(spoilt);
  throws(() => space.fit(folds[1]), RangeError);
  space.load(x);
  deepStrictEqual(folds.map((fold) => space.fit(fold).errors(0, [2, 5], [1])), first);
  deepStrictEqual(space.fit(folds[0]).errors(0, [2, 5], [1]), first[0]);
});

Deno.test("foldSpace gives the same bits on every machine", () => {
  const whole = (i: number, j: number, m: number) => (i * i * 7 + j * j * 13 + i * j * 31) % m / 8;
  const x = Array.from({ length: 20 }, (_, i) => Array.from({ length: 300 }, (_, j) => whole(i, j, 251)));
  const y = x.map((_, i) => [whole(i, 3, 17), whole(i, 5, 19)]);
  const all = x.map((_, i) => i), fold = openFold(all.slice(5), all.slice(0, 5), [y]);
  const found = ([64, 32] as const).map((precision) => {
    const space = foldSpace({ rows: 20, width: 300, train: 15, test: 5, outputs: [2], ks: 1, precision });
    space.load(x);
    return space.fit(fold).errors(0, [4], [10])[0];
  });
  deepStrictEqual(found, [6.595240218099422, 6.5952401428911465]);
});
