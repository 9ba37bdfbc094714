import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { crossModels, humanOrder, humanPairs, PAIR_BINS, type PairCandidate } from "./mod.ts";

/** Two models' drawings of 60 prompts, 20 a tier, scored all over the scale. */
function drawings(samples = 4): PairCandidate[] {
  const random = randomStream("drawings");
  const candidates: PairCandidate[] = [];
  for (let prompt = 0; prompt < 60; prompt++) {
    const item = `${1 + prompt % 3}A-${String(prompt).padStart(2, "0")}`;
    for (const model of ["large", "small"]) {
      for (let sample = 0; sample < samples; sample++) {
        const composite = random.below(26) / 5;
        candidates.push({ model, item, sample, composite, trivial: random.next() < 0.2 });
      }
    }
  }
  return candidates;
}

const scoreOf = (
  all: PairCandidate[],
  { model, item, sample }: Omit<PairCandidate, "composite" | "trivial">,
) => all.find((one) => one.model === model && one.item === item && one.sample === sample)!;

Deno.test("humanPairs fills every part: 60 a bin, 60 cross-model, 35 cross-tier, 15 catch trials", () => {
  const all = drawings();
  const { pairs, shortfalls } = humanPairs(all, { seed: 3, models: ["large", "small"] });
  deepStrictEqual(shortfalls, []);
  strictEqual(pairs.length, 350);
  deepStrictEqual([pairs[0].pair, pairs[349].pair], ["P001", "P350"]);
  const of = (kind: string) => pairs.filter((pair) => pair.kind === kind);
  deepStrictEqual(["stratified", "cross-model", "cross-tier", "catch"].map((kind) => of(kind).length), [
    240,
    60,
    35,
    15,
  ]);
  for (const [low, high] of PAIR_BINS) {
    const inside = of("stratified").filter(({ left, right }) => {
      const difference = Math.round(
        5 * Math.abs(scoreOf(all, left).composite - scoreOf(all, right!).composite),
      );
      return difference >= 5 * low && (difference < 5 * high || high === 5);
    });
    strictEqual(inside.length, 60, `${low} to ${high}`);
  }
  ok(of("stratified").every(({ left, right }) => left.item === right!.item));
  ok(
    of("cross-model").every(({ left, right }) =>
      left.item === right!.item && left.model === "large" && right!.model === "small"
    ),
  );
  ok(
    of("cross-tier").every(({ left, right }) =>
      left.item[0] === "2" && right!.item[0] === "3" && left.model === right!.model
    ),
  );
  ok(
    of("catch").every(({ left, right }) => {
      const { trivial, composite } = scoreOf(all, left);
      return right === null && !trivial && composite >= 3;
    }),
  );
});

Deno.test("humanPairs lets prompts take turns, so that none crowds out the rest", () => {
  const { pairs } = humanPairs(drawings(), { models: ["large", "small"] });
  const uses = new Map<string, number>();
  for (const { left, right } of pairs) {
    for (const item of new Set([left.item, right?.item ?? left.item])) {
      uses.set(item, (uses.get(item) ?? 0) + 1);
    }
  }
  strictEqual(uses.size, 60);
  ok(Math.max(...uses.values()) - Math.min(...uses.values()) <= 3, `${[...uses.values()]}`);
});

Deno.test("humanPairs never holds the same two drawings together twice, whichever stands left", () => {
  const { pairs } = humanPairs(drawings(2), { models: ["large", "small"] });
  const keys = pairs.filter(({ right }) => right).map(({ left, right }) =>
    [JSON.stringify(left), JSON.stringify(right)].sort().join()
  );
  strictEqual(new Set(keys).size, keys.length);
});

Deno.test("humanPairs leaves a part short that the drawings cannot fill, and says so", () => {
  const alike = drawings(2).map((one) => ({ ...one, composite: 2, trivial: false }));
  const { pairs, shortfalls } = humanPairs(alike);
  deepStrictEqual(shortfalls, [
    { part: "stratified, 0.5 to 1", wanted: 60, got: 0 },
    { part: "stratified, 1 to 2", wanted: 60, got: 0 },
    { part: "stratified, 2 to 5", wanted: 60, got: 0 },
    { part: "cross-model", wanted: 60, got: 0 }, // nobody named two models
    { part: "catch", wanted: 15, got: 0 }, // no drawing is good enough
  ]);
  strictEqual(pairs.length, 60 + 35);
  deepStrictEqual(humanPairs([]).pairs, []);
  strictEqual(humanPairs([]).shortfalls.length, 7);
});

Deno.test("humanPairs puts 1.4 beside 0.4 among the gaps of 1, which their doubles' difference falls short of", () => {
  const two = [1.4, 0.4].map((composite, sample) => ({
    model: "m",
    item: "1A-01",
    sample,
    composite,
    trivial: false,
  }));
  ok(1.4 - 0.4 < 1);
  const { shortfalls } = humanPairs(two, { stratified: 4, crossModel: 0, crossTier: 0, catches: 0 });
  deepStrictEqual(shortfalls.map(({ part }) => part), [
    "stratified, 0 to 0.5",
    "stratified, 0.5 to 1",
    "stratified, 2 to 5",
  ]);
});

Deno.test("humanPairs depends on its seed and on nothing else", () => {
  const all = drawings(), models = ["large", "small"] as const;
  deepStrictEqual(humanPairs(all, { seed: 5, models }), humanPairs(drawings(), { seed: 5, models }));
  ok(JSON.stringify(humanPairs(all, { seed: 5 })) !== JSON.stringify(humanPairs(all, { seed: 6 })));
});

Deno.test("crossModels takes the largest and the smallest of the first family with two sizes", () => {
  const model = (id: string, family?: string, size?: number) => ({ id, family, size });
  deepStrictEqual(
    crossModels([model("a", "x", 7), model("b", "y", 3), model("c", "y", 9), model("d", "y", 5)]),
    ["c", "b"],
  );
  strictEqual(crossModels([model("a", "x", 7), model("b", "x", 7), model("c"), model("d", "z")]), undefined);
  strictEqual(crossModels([]), undefined);
});

Deno.test("humanOrder shows every pair once, sides evenly, otherwise for every annotator", () => {
  const ids = Array.from({ length: 400 }, (_, i) => `P${i}`);
  const ada = humanOrder(ids, "hash", "Ada"), bo = humanOrder(ids, "hash", "Bo");
  deepStrictEqual(ada.map(({ order }) => order), ids.map((_, i) => i));
  deepStrictEqual(ada.map(({ pair }) => pair).sort(), [...ids].sort());
  const swapped = ada.filter((place) => place.swapped).length;
  ok(swapped > 150 && swapped < 250, String(swapped));
  ok(ada.filter(({ pair }, i) => bo[i].pair === pair).length < 10);
  deepStrictEqual(humanOrder(ids, "hash", "Ada"), ada);
});
