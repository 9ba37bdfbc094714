import { ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { intersectionArea, type Region, regionArea, unionArea } from "./mod.ts";

const canvas = 576;

function near(actual: number, expected: number, tolerance = 1e-12): void {
  ok(
    Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
    `${actual}, not ${expected}`,
  );
}

/** The area of a disc of radius r beyond a line at distance h from its centre. */
function segment(r: number, h: number): number {
  return r * r * Math.acos(h / r) - h * Math.sqrt(r * r - h * h);
}

Deno.test("regionArea gives the areas that geometry books give", () => {
  const cases: [Region, number][] = [
    [{ kind: "fill" }, 576],
    [{ kind: "set_pixel", r: 23.5, c: -0.25 }, 0.5 * 0.75],
    [{ kind: "rect", r: 1, c: 2, h: 3, w: 4.5 }, 13.5],
    [{ kind: "rect", r: 1, c: 2, h: 5, w: 6, fill: false }, 18],
    [{ kind: "rect", r: 1, c: 2, h: 2, w: 6, fill: false }, 12],
    [{ kind: "rect", r: -5, c: -5, h: 50, w: 50, fill: false }, 0],
    [{ kind: "circle", cr: 10, cc: 10, radius: 0 }, Math.PI / 4],
    [{ kind: "circle", cr: 10, cc: 9, radius: 3, fill: false }, Math.PI * (12.25 - 6.25)],
    [{ kind: "circle", cr: 10, cc: 9, radius: 0.5, fill: false }, Math.PI],
    [{ kind: "circle", cr: -0.5, cc: -0.5, radius: 7.5 }, Math.PI * 16],
    [{ kind: "circle", cr: 11.5, cc: 1.5, radius: 4.5 }, Math.PI * 25 - segment(5, 2)],
    [{ kind: "circle", cr: 11.5, cc: 11.5, radius: 12.5 }, Math.PI * 169 - 4 * segment(13, 12)],
    [{ kind: "line", r1: 3, c1: 3, r2: 3, c2: 3 }, 1],
    [{ kind: "line", r1: 3, c1: 3, r2: 7, c2: 6 }, 6],
    [{ kind: "poly", points: [[2, 2], [2, 8], [10, 2]] }, 24],
    [{ kind: "poly", points: [[2, 2], [8, 8], [8, 2], [2, 8]] }, 18],
    [{ kind: "poly", points: [[2, 2], [8, 2], [8, 8], [2, 8], [2, 2], [8, 2], [8, 8], [2, 8]] }, 0],
    [{ kind: "poly", points: [[2, 2], [8, 2], [8, 8], [2, 8]], fill: false }, 49 - 25],
    [{ kind: "poly", points: [[2, 2], [2, 9], [2, 5]], fill: false }, 8],
  ];
  for (const [region, area] of cases) near(regionArea(region), area / canvas);
});

Deno.test("a pentagram by the even-odd rule has an empty middle", () => {
  const tip = (k: number): [number, number] => {
    const angle = k * 4 * Math.PI / 5;
    return [11.5 - 10 * Math.cos(angle), 11.5 + 10 * Math.sin(angle)];
  };
  const star = regionArea({ kind: "poly", points: [0, 1, 2, 3, 4].map(tip) });
  // inner pentagon: circumradius 10 cos 72 / cos 36; five tips of half angle 18 degrees stand on its sides
  const r = 10 * Math.cos(0.4 * Math.PI) / Math.cos(0.2 * Math.PI), side = 2 * r * Math.sin(Math.PI / 5);
  near(star, 5 * (side / 2) ** 2 / Math.tan(Math.PI / 10) / canvas);
});

Deno.test("two discs share a lens, and unite to the rest", () => {
  for (const [a, b, d] of [[5, 5, 5], [6, 4, 5], [6, 4, 9.999], [6, 2, 3], [6, 2, 4.001], [1, 7, 12]]) {
    const disc = (r: number, cc: number): Region => ({ kind: "circle", cr: 11.5, cc, radius: r - 0.5 });
    const [p, q] = [disc(a, 8), disc(b, 8 + d)];
    let lens = d >= a + b ? 0 : Math.PI * Math.min(a, b) ** 2;
    if (d < a + b && d > Math.abs(a - b)) {
      lens = a * a * Math.acos((d * d + a * a - b * b) / (2 * d * a)) +
        b * b * Math.acos((d * d + b * b - a * a) / (2 * d * b)) -
        Math.sqrt((-d + a + b) * (d + a - b) * (d - a + b) * (d + a + b)) / 2;
    }
    const right = 8.5 + d + b, beyond = right > 24 ? segment(b, 24 - 8.5 - d) : 0;
    near(intersectionArea(p, q), lens / canvas);
    near(unionArea(p, q), (Math.PI * (a * a + b * b) - beyond - lens) / canvas);
  }
});

Deno.test("a disc of any radius is exact where only its nearly straight edge is seen", () => {
  for (const radius of [900, 1100, 1e6, 1e9, 1e12]) {
    // its top is at y = 23 in the middle of the last row, and lower at the sides by R - sqrt(R^2 - x^2)
    const R = radius + 0.5, x = 12;
    const lost = 2 * (x ** 3 / (6 * R) + x ** 5 / (40 * R ** 3) + x ** 7 / (112 * R ** 5));
    near(regionArea({ kind: "circle", cr: 23 + radius, cc: 11.5, radius }) * canvas, 24 - lost);
    near(regionArea({ kind: "circle", cc: 23 + radius, cr: 11.5, radius }) * canvas, 24 - lost);
    near(regionArea({ kind: "circle", cr: -1 - radius, cc: 11.5, radius }) * canvas, 0);
    // a square of the same place takes the same away
    const row: Region = { kind: "rect", r: 23, c: 0, h: 1, w: 24 };
    near(unionArea(row, { kind: "circle", cr: 23 + radius, cc: 11.5, radius }) * canvas, 24);
  }
});

Deno.test("a disc that only touches a side of the canvas from within is cut by the other sides alone", () => {
  const chords = (cy: number, cx: number, r: number, rows: number, cols: number) => {
    // y = cy - r cos(angle): close together where the chords vanish
    const angleAt = (y: number) => Math.acos(Math.max(-1, Math.min(1, (cy - y) / r)));
    const from = angleAt(0), step = (angleAt(rows) - from) / 4000;
    let sum = 0;
    for (let i = 0; i < 4000; i++) {
      const half = r * Math.sin(from + (i + 0.5) * step);
      sum += Math.max(0, Math.min(cols, cx + half) - Math.max(0, cx - half)) * half * step;
    }
    return sum;
  };
  for (const [rows, cols] of [[24, 24], [24, 3], [3, 24], [16, 7.5]]) {
    for (const r of [0.5, 1.75, 2.5, 3.5, 4.5, 9, 16, 100]) {
      for (const at of [0.25, 0.5, 0.7, 1]) {
        const touching = [[at * rows, r], [at * rows, cols - r], [r, at * cols], [rows - r, at * cols]];
        for (const [cy, cx] of touching) {
          const disc: Region = { kind: "circle", cr: cy - 0.5, cc: cx - 0.5, radius: r - 0.5 };
          const area = regionArea(disc, { rows, cols }) * rows * cols;
          near(area, chords(cy, cx, r, rows, cols), 1e-4);
        }
      }
    }
  }
  // upright, the same as lying: not only nearly
  const left: Region = { kind: "circle", cr: 8, cc: -2, radius: 4 };
  near(regionArea(left, { rows: 24, cols: 3 }) * 72, segment(4.5, 1.5));
  near(regionArea({ ...left, cr: -2, cc: 8 }, { rows: 3, cols: 24 }) * 72, segment(4.5, 1.5));
});

Deno.test("a polygon with corners both far and near is the one whose far corners are cut off by hand", () => {
  for (const corner of [0, -0.3, 0.1, -1e-9, 1e-13, -1e-17, 1 / 3, 7.7, -0.49]) {
    for (const far of [-1e3 - 0.1, -1e4, -123456.789, -1e12, "-1000000000000000000000"]) {
      // A kite with its tip far above the canvas; what is seen is cut off at y = 0.
      const points = [[corner, 3], [far, 11], [5, 19.25], [12, 11]] as [number, number][];
      const tip = Number(far) + 0.5, y = corner + 0.5;
      const left = 11.5 + -tip / (y - tip) * -8, right = 11.5 + -tip / (5.5 - tip) * 8.25;
      const seen = [[0, left], [0, right], [5.5, 19.75], [12.5, 11.5], [y, 3.5]];
      const area = seen.reduce((sum, [y1, x1], i) => {
        const [y2, x2] = seen[(i + 1) % seen.length];
        return sum + (x1 * y2 - x2 * y1) / 2;
      }, 0);
      near(regionArea({ kind: "poly", points }) * canvas, area, 1e-11);
      near(regionArea({ kind: "poly", points: points.toReversed() }) * canvas, area, 1e-11);
      near(
        unionArea({ kind: "poly", points }, { kind: "set_pixel", r: 20, c: 20 }) * canvas,
        area + 1,
        1e-11,
      );
      const turned = points.map(([r, c]) => [c, r]) as [number, number][];
      near(regionArea({ kind: "poly", points: turned }) * canvas, area, 1e-11);
    }
  }
});

Deno.test("an empty list has no area, and one region is its own union and intersection", () => {
  strictEqual(unionArea([]), 0);
  strictEqual(intersectionArea([]), 0);
  const disc: Region = { kind: "circle", cr: 5, cc: 20, radius: 6 };
  for (const f of [unionArea, intersectionArea]) {
    near(f([disc], { rows: 12, cols: 24 }), regionArea(disc, { rows: 12, cols: 24 }));
    near(f([disc, disc, disc]), regionArea(disc));
  }
});

Deno.test("regionArea refuses NaN, infinity, text, unknown kinds and polygons of two points, naming the argument", () => {
  const bad = (region: unknown) => () => regionArea(region as Region);
  throws(bad({ kind: "set_pixel", r: NaN, c: 0 }), /RangeError.* r must .*NaN/s);
  throws(bad({ kind: "circle", cr: 0, cc: 0, radius: Infinity }), /radius .*Infinity/);
  throws(bad({ kind: "rect", r: 0, c: "1e3", h: 1, w: 1 }), /c must be finite or a decimal int, got 1e3/);
  throws(bad({ kind: "rect", r: 0, c: 0, h: 1 }), /TypeError.* w must be a number, got undefined/s);
  throws(bad({ kind: "poly", points: [[0, 0], [1, 1]] }), /3 points or more, got 2/);
  throws(bad({ kind: "ellipse" }), /unknown kind "ellipse"/);
  throws(() => regionArea({ kind: "fill" }, { rows: -1 }), /rows must be a positive number, got -1/);
});

/** Where the line at y meets a region, as sorted [from, to] intervals: straight from the definitions. */
function chords(region: Region, y: number): [number, number][] {
  const disc = (cx: number, cy: number, r: number) => {
    const half = Math.sqrt(r * r - (y - cy) ** 2);
    return half > 0 ? [cx - half, cx + half] : [];
  };
  const polygon = (points: number[][]) =>
    points.flatMap(([x1, y1], i) => {
      const [x2, y2] = points[(i + 1) % points.length];
      return (y1 <= y) !== (y2 <= y) ? [x1 + (y - y1) * (x2 - x1) / (y2 - y1)] : [];
    });
  const box = (x: number, y0: number, w: number, h: number) => y > y0 && y < y0 + h ? [x, x + w] : [];
  const stroke = (x1: number, y1: number, x2: number, y2: number) => {
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = x1 === x2 && y1 === y2 ? [0.5, 0] : [(x2 - x1) / length / 2, (y2 - y1) / length / 2];
    const corners = [[x1 - ux - uy, y1 - uy + ux], [x1 - ux + uy, y1 - uy - ux]];
    corners.push([x2 + ux + uy, y2 + uy - ux], [x2 + ux - uy, y2 + uy + ux]);
    return polygon(corners);
  };
  const pairs = (xs: number[]): [number, number][] => {
    xs.sort((p, q) => p - q);
    return xs.flatMap((x, i) => i % 2 === 0 ? [[x, xs[i + 1]] as [number, number]] : []);
  };
  const p = region as unknown as Record<string, number> & { points: [number, number][]; fill?: boolean };
  switch (region.kind) {
    case "fill":
      return [[0, 24]];
    case "set_pixel":
      return pairs(box(p.c, p.r, 1, 1));
    case "rect":
      if (p.w <= 0) return [];
      return pairs([
        ...box(p.c, p.r, p.w, p.h),
        ...(p.fill === false && p.w > 2 && p.h > 2 ? box(p.c + 1, p.r + 1, p.w - 2, p.h - 2) : []),
      ]);
    case "circle":
      if (p.radius < 0) return [];
      return pairs([
        ...disc(p.cc + 0.5, p.cr + 0.5, p.radius + 0.5),
        ...(p.fill === false && p.radius > 0.5 ? disc(p.cc + 0.5, p.cr + 0.5, p.radius - 0.5) : []),
      ]);
    case "line":
      return pairs(stroke(p.c1 + 0.5, p.r1 + 0.5, p.c2 + 0.5, p.r2 + 0.5));
    case "poly": {
      const points = p.points.map(([r, c]) => [c + 0.5, r + 0.5]);
      if (p.fill !== false) return pairs(polygon(points));
      return points.flatMap(([x, y1], i) => {
        const [x2, y2] = points[(i + 1) % points.length];
        return pairs(stroke(x, y1, x2, y2));
      });
    }
  }
}

/** The share of a 24 x 24 canvas in at least `least` of the regions, by chords at the middles of many rows. */
function areaByChords(regions: readonly Region[], least: number, rows: number): number {
  let total = 0;
  for (let k = 0; k < rows; k++) {
    const y = (k + 0.5) * 24 / rows, ends: [number, number][] = [];
    for (const region of regions) {
      let reached = 0;
      for (const [from, to] of chords(region, y).sort((p, q) => p[0] - q[0])) {
        const start = Math.max(reached, from), end = Math.min(24, to);
        if (end > start) ends.push([start, 1], [end, -1]);
        reached = Math.max(reached, end);
      }
    }
    ends.sort((p, q) => p[0] - q[0]);
    let depth = 0, last = 0;
    for (const [x, step] of ends) {
      if (depth >= least) total += x - last;
      depth += step;
      last = x;
    }
  }
  return total / rows / 24;
}

Deno.test("unions and intersections of random regions agree with 4,000 chords across them", () => {
  const random = randomStream("chords"), at = () => random.next() * 30 - 3;
  const make = (): Region =>
    random.pick<() => Region>([
      () => ({ kind: "set_pixel", r: at(), c: at() }),
      () => ({ kind: "rect", r: at(), c: at(), h: at(), w: at(), fill: random.next() < 0.5 }),
      () => ({ kind: "circle", cr: at(), cc: at(), radius: at() / 2, fill: random.next() < 0.5 }),
      () => ({ kind: "line", r1: at(), c1: at(), r2: at(), c2: at() }),
      () => ({
        kind: "poly",
        points: Array.from({ length: random.between(3, 9) }, (): [number, number] => [at(), at()]),
        fill: random.next() < 0.7,
      }),
    ])();
  for (let scene = 0; scene < 60; scene++) {
    const regions = Array.from({ length: random.between(1, 7) }, make);
    near(unionArea(regions), areaByChords(regions, 1, 4000), 3e-4);
    near(
      intersectionArea(regions[0], regions.at(-1)!),
      areaByChords([regions[0], regions.at(-1)!], 2, 4000),
      3e-4,
    );
    near(regionArea(regions[0]), areaByChords([regions[0]], 1, 4000), 3e-4);
  }
});
