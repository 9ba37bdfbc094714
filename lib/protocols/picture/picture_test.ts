import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { components } from "./components.ts";
import { grayOf } from "./gray_of.ts";
import { hsvMask, hsvOf } from "./hsv_mask.ts";
import { maskOf, runsOf } from "./mask_runs.ts";
import { close, dilate, erode, open } from "./morphology.ts";
import { type Mask, pixelCounter, type Point } from "./picture.ts";
import { bytesAtLeast, bytesWithin, lumaLevels } from "./pixel_kernels.ts";
import { arcLength, resample } from "./resample.ts";
import { skeleton } from "./skeleton.ts";
import { squaredDistances } from "./squared_distances.ts";
import { trace } from "./trace.ts";

/** Random masks, some of them blotchy, with sides that are no multiples of anything. */
function masks(count: number): Mask[] {
  const stream = randomStream(1, "masks");
  return Array.from({ length: count }, () => {
    const width = stream.between(1, 29), height = stream.between(1, 23), dense = stream.next();
    const bits = Uint8Array.from({ length: width * height }, () => stream.next() < dense ? 1 : 0);
    const mask = { width, height, bits };
    return stream.below(2) ? open(mask, 3) : mask;
  });
}

const at = ({ width, height, bits }: Mask, x: number, y: number) =>
  x < 0 || y < 0 || x >= width || y >= height ? undefined : bits[y * width + x];

Deno.test("erode and dilate equal the definition pixel by pixel, whatever the kernel", () => {
  for (const mask of masks(40)) {
    for (const k of [1, 3, 5, 31]) {
      const seen = (x: number, y: number) => {
        const around: number[] = [];
        for (let dy = -(k >> 1); dy <= k >> 1; dy++) {
          for (let dx = -(k >> 1); dx <= k >> 1; dx++) around.push(at(mask, x + dx, y + dy) ?? -1);
        }
        return around.filter((bit) => bit >= 0);
      };
      const each = (f: (around: number[]) => number) =>
        mask.bits.map((_, i) => f(seen(i % mask.width, Math.floor(i / mask.width))));
      deepStrictEqual(erode(mask, k).bits, each((around) => Math.min(...around)));
      deepStrictEqual(dilate(mask, k).bits, each((around) => Math.max(...around)));
    }
  }
});

Deno.test("open and close are idempotent", () => {
  for (const mask of masks(20)) {
    deepStrictEqual(open(open(mask, 3), 3), open(mask, 3));
    deepStrictEqual(close(close(mask, 5), 5), close(mask, 5));
  }
});

Deno.test("components part the mask, touch at corners, and come in the order of their first pixels", () => {
  for (const mask of masks(40)) {
    const found = components(mask);
    strictEqual(found.reduce((sum, { area }) => sum + area, 0), mask.bits.reduce((sum, bit) => sum + bit, 0));
    for (let i = 0; i < mask.bits.length; i++) {
      const x = i % mask.width, y = Math.floor(i / mask.width);
      if (!mask.bits[i]) continue;
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
        if (at(mask, x + dx, y + dy)) {
          strictEqual(found[0].labels[i], found[0].labels[i + dy * mask.width + dx]);
        }
      }
    }
    const firsts = found.map(({ labels, label }) => labels.indexOf(label));
    deepStrictEqual(firsts, firsts.toSorted((a, b) => a - b));
  }
  deepStrictEqual(components({ width: 3, height: 2, bits: new Uint8Array(6) }), []);
});

Deno.test("skeleton equals Zhang and Suen's passes over the whole picture", () => {
  for (const mask of masks(40)) {
    const p = mask.bits.slice(), now = { ...mask, bits: p };
    for (let deleted = true; deleted;) {
      deleted = false;
      for (const pass of [0, 1]) {
        const doomed = [...p.keys()].filter((i) => {
          const x = i % mask.width, y = Math.floor(i / mask.width);
          const n = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]]
            .map(([dx, dy]) => at(now, x + dx, y + dy) ?? 0);
          const sum = n.reduce((a, b) => a + b), steps = n.filter((bit, k) => !bit && n[(k + 1) % 8]).length;
          const [north, , east, , south, , west] = n;
          const free = pass
            ? !(north && east && west) && !(north && south && west)
            : !(north && east && south) && !(east && south && west);
          return p[i] && sum >= 2 && sum <= 6 && steps === 1 && free;
        });
        for (const i of doomed) p[i] = 0;
        deleted ||= doomed.length > 0;
      }
    }
    deepStrictEqual(skeleton(mask).bits, p);
  }
});

Deno.test("squaredDistances equals the least over all pixels of the component", () => {
  for (const mask of masks(20)) {
    const [first] = components(mask);
    if (first === undefined) continue;
    const own = [...first.labels.keys()].filter((i) => first.labels[i] === 1);
    const { width } = mask;
    const expected = Float64Array.from(
      mask.bits,
      (_, i) =>
        Math.min(
          ...own.map((j) =>
            (i % width - j % width) ** 2 + (Math.floor(i / width) - Math.floor(j / width)) ** 2
          ),
        ),
    );
    deepStrictEqual(squaredDistances(first), expected);
  }
});

Deno.test("trace walks the shortest way to the farthest pixel, by relaxation over all pixels", () => {
  for (const mask of masks(40)) {
    const { width, height, bits } = mask;
    const way = trace(mask, [0, 0]);
    if (!bits.includes(1)) {
      deepStrictEqual(way, []);
      continue;
    }
    const pixel = ([x, y]: Point) => Math.floor(y * height) * width + Math.floor(x * width);
    const far = new Float64Array(bits.length).fill(Infinity);
    far[pixel(way[0])] = 0;
    for (let changed = true; changed;) {
      changed = false;
      for (const [i, bit] of bits.entries()) {
        if (!bit) continue;
        for (let dy = -1; dy <= 1; dy++) {
          for (let dx = -1; dx <= 1; dx++) {
            if (!at(mask, i % width + dx, Math.floor(i / width) + dy)) continue;
            const through = far[i + dy * width + dx] + (dx && dy ? 14 : 10);
            if ((dx || dy) && through < far[i]) [far[i], changed] = [through, true];
          }
        }
      }
    }
    const reached = [...far].filter((d) => d < Infinity);
    strictEqual(pixel(way[way.length - 1]), far.indexOf(Math.max(...reached)));
    const steps = way.slice(1).map((point, k) => {
      const [a, b] = [pixel(way[k]), pixel(point)];
      strictEqual(
        far[b] - far[a],
        a % width === b % width || Math.floor(a / width) === Math.floor(b / width) ? 10 : 14,
      );
      return b;
    });
    ok(steps.every((i) => bits[i] === 1));
  }
});

Deno.test("resample keeps the ends, steps evenly, and bears a path of no length", () => {
  const path: Point[] = [[0.1, 0.1], [0.7, 0.1], [0.7, 0.9], [0.7, 0.9]];
  const out = resample(path, 8, { width: 200, height: 100 });
  deepStrictEqual([out[0], out[7]], [path[0], path[3]]);
  ok(Math.abs(arcLength(path, { width: 200, height: 100 }) - 200) < 1e-9);
  ok(Math.abs(out[1][0] - (0.1 + 200 / 7 / 200)) < 1e-12);
  deepStrictEqual(resample([[0.5, 0.5], [0.5, 0.5]], 3), [[0.5, 0.5], [0.5, 0.5], [0.5, 0.5]]);
  deepStrictEqual(resample([[0.5, 0.25]], 2), [[0.5, 0.25], [0.5, 0.25]]);
});

Deno.test("hsvOf is never more than one step from the textbook, and hsvMask agrees with it", () => {
  const stream = randomStream(2, "colors");
  const n = 20_000;
  const rgb = Uint8Array.from({ length: 3 * n }, () => stream.below(256));
  const range = { h: [160, 20], s: [90, 200], v: [70, 220] } as const;
  const mask = hsvMask({ width: n, height: 1, rgb }, range);
  let other = 0;
  for (let i = 0; i < n; i++) {
    const [r, g, b] = rgb.subarray(3 * i, 3 * i + 3);
    const [h, s, v] = hsvOf(r, g, b);
    const d = v - Math.min(r, g, b);
    const turn = d === 0 ? 0 : v === r ? (g - b) / d : v === g ? 2 + (b - r) / d : 4 + (r - g) / d;
    const hue = Math.round((30 * turn + 180) % 180) % 180, saturation = v === 0 ? 0 : Math.round(255 * d / v);
    const apart = Math.abs(h - hue);
    ok(Math.min(apart, 180 - apart) <= 1 && Math.abs(s - saturation) <= 1 && v === Math.max(r, g, b));
    if (h !== hue || s !== saturation) other++;
    const inside = (h >= 160 || h <= 20) && s >= 90 && s <= 200 && v >= 70 && v <= 220;
    strictEqual(mask.bits[i], inside ? 1 : 0);
  }
  ok(other > 0.01 * n && other < 0.04 * n, `${other} of ${n} differ`); // 2.4 % of all colours do
});

Deno.test("grayOf weighs green most and keeps greys as they are", () => {
  const rgb = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 77, 77, 77);
  deepStrictEqual([...grayOf({ width: 5, height: 1, rgb }).levels], [76, 150, 29, 255, 77]);
});

Deno.test("runsOf and maskOf undo each other, a mask that starts inside first counting 0 pixels", () => {
  deepStrictEqual(runsOf({ width: 2, height: 1, bits: Uint8Array.of(1, 1) }).runs, [0, 2]);
  for (const mask of masks(20)) deepStrictEqual(maskOf(runsOf(mask)), mask);
});

/** Pictures of awkward sizes whose bytes begin anywhere in their buffers: each n pixels of so many channels. */
function* awkward(channels: number): Generator<Uint8Array> {
  const random = randomStream("awkward pictures", channels);
  for (const pixels of [0, 1, 2, 3, 5, 15, 16, 17, 63, 2 ** 14 - 1, 2 ** 14, 2 ** 14 + 1, 40_000]) {
    for (const offset of [0, 1, 2, 3]) {
      const bytes = new Uint8Array(new ArrayBuffer(channels * pixels + offset), offset);
      for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(256 * random.next());
      yield bytes;
    }
  }
}

Deno.test("the pixel kernels give what their formulas give, whatever a picture's size and place in memory", () => {
  for (const rgb of awkward(3)) {
    const pixels = Array.from({ length: rgb.length / 3 }, (_, i) => rgb.subarray(3 * i, 3 * i + 3));
    const luma = pixels.map(([r, g, b]) => 9798 * r + 19235 * g + 3735 * b + 16384 >> 15);
    ok(lumaLevels(rgb).every((level, i) => level === luma[i]));
    for (
      const ranges of [[[0, 255], [0, 255], [0, 255]], [[40, 200], [0, 127], [128, 255]], [[9, 9], [0, 255], [
        3,
        250,
      ]]]
    ) {
      const inside = (pixel: Uint8Array) =>
        ranges.every(([low, high], k) => pixel[k] >= low && pixel[k] <= high);
      const bits = bytesWithin(rgb, ranges as [number, number][]);
      strictEqual(bits.length, pixels.length);
      ok(pixels.every((pixel, i) => bits[i] === Number(inside(pixel))));
    }
  }
  for (const levels of awkward(1)) {
    for (const least of [0, 1, 127, 128, 129, 255]) {
      const bits = bytesAtLeast(levels, least);
      ok(levels.every((level, i) => bits[i] === Number(level >= least)));
    }
  }
});

Deno.test("pixelCounter counts between any two places, beyond what a byte can sum", () => {
  for (const bytes of awkward(1)) {
    const bits = bytes.fill(1), count = pixelCounter(bits), n = bits.length;
    for (const [from, to] of [[0, n], [0, 0], [n, n], [1, n], [n >> 1, n - 1], [3, 6]]) {
      if (from <= to && to <= n) strictEqual(count(from, to), to - from);
    }
  }
});

Deno.test("morphology equals the definition at every width around the words that pixels are packed in", () => {
  const random = randomStream("words");
  for (const width of [31, 32, 33, 63, 64, 65, 96, 97]) {
    const height = 6;
    for (const dense of [0.05, 0.5, 0.95]) {
      const bits = Uint8Array.from({ length: width * height }, () => random.next() < dense ? 1 : 0);
      const mask = { width, height, bits };
      for (const k of [1, 3, 7, 31, 65]) {
        const square = (of: Uint8Array, spread: number) =>
          of.map((bit, i) => {
            const x = i % width, y = Math.floor(i / width), reach = k >> 1;
            for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
              const row = of.subarray(
                v * width + Math.max(0, x - reach),
                v * width + Math.min(width, x + reach + 1),
              );
              if (row.includes(spread)) return spread;
            }
            return bit;
          });
        deepStrictEqual(erode(mask, k).bits, square(bits, 0));
        deepStrictEqual(dilate(mask, k).bits, square(bits, 1));
        deepStrictEqual(open(mask, k).bits, square(square(bits, 0), 1));
        deepStrictEqual(close(mask, k).bits, square(square(bits, 1), 0));
      }
    }
  }
});
