import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { benjaminiHochberg, Family } from "./mod.ts";

Deno.test("benjaminiHochberg takes the empty family and the single test as they are", () => {
  deepStrictEqual(benjaminiHochberg([]), []);
  deepStrictEqual(benjaminiHochberg([0.03]), [0.03]);
});

Deno.test("benjaminiHochberg follows a permutation, keeps order and ties, and never falls below p", () => {
  const random = randomStream("bh");
  for (let trial = 0; trial < 50; trial++) {
    const p = Array.from({ length: 1 + random.below(20) }, () => random.below(12) / 11);
    const adjusted = benjaminiHochberg(p);
    const order = random.shuffle(p.map((_, i) => i));
    deepStrictEqual(benjaminiHochberg(order.map((i) => p[i])), order.map((i) => adjusted[i]));
    for (let i = 0; i < p.length; i++) {
      ok(adjusted[i] >= p[i] && adjusted[i] <= 1);
      for (let j = 0; j < p.length; j++) ok(p[i] > p[j] || adjusted[i] <= adjusted[j]);
    }
  }
});

Deno.test("benjaminiHochberg rejects as the step-up rule does: up to the last p(i) <= q i / m", () => {
  const random = randomStream("bh-step-up");
  for (let trial = 0; trial < 100; trial++) {
    const p = Array.from({ length: 10 }, () => random.next() ** 3);
    const sorted = [...p].sort((a, b) => a - b);
    const last = sorted.findLastIndex((value, i) => value <= 0.05 * (i + 1) / p.length);
    strictEqual(benjaminiHochberg(p).filter((q) => q <= 0.05).length, last + 1);
  }
});

Deno.test("benjaminiHochberg refuses NaN and values outside [0, 1], naming where", () => {
  throws(() => benjaminiHochberg([0.1, NaN]), /pValues\[1\] must be in \[0, 1\], got NaN/);
  throws(() => benjaminiHochberg([-1e-9]), RangeError);
  throws(() => benjaminiHochberg([1.0001]), RangeError);
});

Deno.test("a Family adjusts over all its tests, and one that could not be run is counted but not in m", () => {
  const family = new Family("exploratory");
  for (const [name, p] of [["a", 0.01], ["b", null], ["c", 0.04], ["d", NaN]] as const) {
    family.declare(name, p);
  }
  const { count, notRun, rejected, tests } = family.adjust();
  deepStrictEqual({ count, notRun, rejected, size: family.size }, {
    count: 2,
    notRun: 2,
    rejected: 2,
    size: 4,
  });
  deepStrictEqual(tests.map(({ p }) => p), [0.01, null, 0.04, null]);
  deepStrictEqual(tests.map(({ adjusted }) => adjusted), [0.02, null, 0.04, null]);
  deepStrictEqual(tests.map((test) => test.rejected), [true, false, true, false]);
});

Deno.test("every further test of a Family weighs on the earlier ones", () => {
  const family = new Family("exploratory");
  family.declare("first", 0.04);
  strictEqual(family.adjust().rejected, 1);
  family.declare("second", 0.6);
  strictEqual(family.adjust().rejected, 0);
});

Deno.test("a Family refuses a test twice, a p outside [0, 1] and a q of 0; an empty one adjusts to nothing", () => {
  const family = new Family("medium");
  family.declare("sim-a", 0.5);
  throws(() => family.declare("sim-a", 0.1), RangeError);
  throws(() => family.declare("sim-b", 1.5), RangeError);
  throws(() => new Family("medium", 0), RangeError);
  deepStrictEqual(new Family("none").adjust(), {
    name: "none",
    q: 0.05,
    count: 0,
    notRun: 0,
    rejected: 0,
    tests: [],
  });
});
