import { type RandomStream, randomStream } from "lib/random/mod.ts";

export type PairKind = "stratified" | "cross-model" | "cross-tier" | "catch";

/** A drawing by the attempt that made it. */
export interface DrawingKey {
  model: string;
  item: string;
  sample: number;
}

/** Two drawings to be held side by side; `right` is null where a blank canvas stands there. */
export interface Pair {
  /** `P001` ..., in an order that says nothing of the kind. */
  pair: string;
  kind: PairKind;
  left: DrawingKey;
  right: DrawingKey | null;
}

/** A valid drawing that can enter a pair. */
export interface PairCandidate extends DrawingKey {
  /** The first judge's mean of five scores, 0 .. 5. */
  composite: number;
  trivial: boolean;
}

/** The strata of |dJ1|: half open, the last one closed. */
export const PAIR_BINS = [[0, 0.5], [0.5, 1], [1, 2], [2, 5]] as const;

/** A part of the set that the drawings could not fill. */
export interface Shortfall {
  /** Such as `stratified, 2 to 5`. */
  part: string;
  wanted: number;
  got: number;
}

export interface PairSetOptions {
  seed?: number;
  /** Pairs over all four bins, shared out evenly; 240 unless given. */
  stratified?: number;
  /** 60, 35 and 15 unless given. */
  crossModel?: number;
  crossTier?: number;
  catches?: number;
  /** The two models of the cross-model pairs, the first one on the left: see `crossModels`. None: no such pair. */
  models?: readonly [string, string];
}

/** The least score of a catch trial's drawing: a blank canvas beside a poor drawing would prove nothing. */
const CATCH_SCORE = 3;

/**
 * Chooses the pairs of the human study from judged drawings: stratified by |dJ1| (two drawings of one prompt), one
 * model against another at one prompt, tier 2 against tier 3 (one model, two prompts), and catch trials (a drawing that
 * is neither trivial nor scored below 3, against a blank canvas).
 *
 * Prompts take turns: each pair goes to a prompt that has been used least so far and can serve, in a seeded order, and
 * takes drawings that no pair has yet where there are any. No two pairs hold the same two drawings. What cannot be
 * filled stays short and is counted: pairs of another stratum would change what the strata mean.
 *
 * @param candidates Valid drawings, those of one prompt in any order.
 */
export function humanPairs(
  candidates: readonly PairCandidate[],
  options: PairSetOptions = {},
): { pairs: Pair[]; shortfalls: Shortfall[] } {
  const { seed = 1, stratified = 240, crossModel = 60, crossTier = 35, catches = 15, models } = options;
  const random = randomStream(seed, "pairs");
  const pool = new PairPool(candidates, random);
  const chosen: Omit<Pair, "pair">[] = [];
  const shortfalls: Shortfall[] = [];
  const fill = (part: string, wanted: number, next: () => Omit<Pair, "pair"> | null) => {
    let got = 0;
    for (; got < wanted; got++) {
      const pair = next();
      if (!pair) break;
      chosen.push(pair);
    }
    if (got < wanted) shortfalls.push({ part, wanted, got });
  };
  for (const [low, high] of PAIR_BINS) {
    const fits = (a: PairCandidate, b: PairCandidate) => inBin(gap(a, b), low, high);
    fill(
      `stratified, ${low} to ${high}`,
      Math.round(stratified / PAIR_BINS.length),
      () => pool.samePrompt("stratified", fits),
    );
  }
  fill(
    "cross-model",
    crossModel,
    () =>
      models
        ? pool.samePrompt("cross-model", (a, b) => a.model === models[0] && b.model === models[1])
        : null,
  );
  fill("cross-tier", crossTier, () => pool.acrossTiers());
  fill("catch", catches, () => pool.besideBlank());
  const digits = Math.max(3, String(chosen.length).length);
  const pairs = random.shuffle(chosen)
    .map((pair, i) => ({ pair: `P${String(i + 1).padStart(digits, "0")}`, ...pair }));
  return { pairs, shortfalls };
}

/** |dJ1| of two scores that are multiples of 0.2, free of the rounding of 1.4 - 0.4. */
export function gap(a: { composite: number }, b: { composite: number }): number {
  return Math.round(Math.abs(a.composite - b.composite) * 1e6) / 1e6;
}

/** Whether a gap lies in a stratum: half open, the last one closed. */
export function inBin(value: number, low: number, high: number): boolean {
  return value >= low && (value < high || high === 5 && value <= high);
}

/**
 * The two models to hold against each other where nobody named any: of the first family, in the run's order, that has
 * two of different size, the largest and the smallest; undefined where there is no such family.
 */
export function crossModels(
  models: readonly { id: string; family?: string; size?: number }[],
): [string, string] | undefined {
  for (const { family } of models) {
    if (family === undefined) continue;
    const own = models.filter((model) => model.family === family && model.size !== undefined)
      .sort((a, b) => b.size! - a.size!);
    if (own.length >= 2 && own[0].size! > own.at(-1)!.size!) return [own[0].id, own.at(-1)!.id];
  }
  return undefined;
}

/** Drawings by prompt, and how often prompts and drawings have been used. */
class PairPool {
  readonly #byItem: Map<string, PairCandidate[]>;
  /** Prompts in their seeded order, which breaks ties of use. */
  readonly #items: string[];
  readonly #uses = new Map<string, number>();
  readonly #used = new Set<string>();
  readonly #taken = new Set<string>();
  readonly #random: RandomStream;

  constructor(candidates: readonly PairCandidate[], random: RandomStream) {
    this.#random = random;
    this.#byItem = Map.groupBy(candidates, (candidate) => candidate.item);
    this.#items = random.shuffle([...this.#byItem.keys()].sort());
  }

  /** Two drawings of one prompt that fit, left and right by chance unless `fits` tells them apart. */
  samePrompt(kind: PairKind, fits: (left: PairCandidate, right: PairCandidate) => boolean) {
    for (const item of this.#byUse()) {
      const found = this.#pick(this.#byItem.get(item)!, this.#byItem.get(item)!, fits);
      if (found) return this.#take(kind, ...found);
    }
    return null;
  }

  /** A tier 2 drawing beside a tier 3 drawing of the same model. */
  acrossTiers() {
    const byUse = this.#byUse();
    for (const left of byUse.filter((item) => item.startsWith("2"))) {
      for (const right of byUse.filter((item) => item.startsWith("3"))) {
        const found = this.#pick(
          this.#byItem.get(left)!,
          this.#byItem.get(right)!,
          (a, b) => a.model === b.model,
        );
        if (found) return this.#take("cross-tier", ...found);
      }
    }
    return null;
  }

  /** A good drawing beside nothing. */
  besideBlank() {
    for (const item of this.#byUse()) {
      const good = this.#byItem.get(item)!.filter((one) =>
        !one.trivial && one.composite >= CATCH_SCORE && !this.#taken.has(keyOf(one))
      );
      const fresh = good.filter((one) => !this.#used.has(keyOf(one)));
      const list = fresh.length > 0 ? fresh : good;
      if (list.length > 0) return this.#take("catch", this.#random.pick(list), null);
    }
    return null;
  }

  #byUse(): string[] {
    return [...this.#items].sort((a, b) => (this.#uses.get(a) ?? 0) - (this.#uses.get(b) ?? 0)); // stable
  }

  #pick(
    lefts: readonly PairCandidate[],
    rights: readonly PairCandidate[],
    fits: (left: PairCandidate, right: PairCandidate) => boolean,
  ): [PairCandidate, PairCandidate] | null {
    const all: [PairCandidate, PairCandidate][] = [], fresh: typeof all = [];
    for (const left of lefts) {
      for (const right of rights) {
        if (left === right || !fits(left, right) || this.#taken.has(pairKey(left, right))) continue;
        all.push([left, right]);
        if (!this.#used.has(keyOf(left)) && !this.#used.has(keyOf(right))) fresh.push([left, right]);
      }
    }
    const list = fresh.length > 0 ? fresh : all;
    return list.length === 0 ? null : this.#random.pick(list);
  }

  #take(kind: PairKind, left: PairCandidate, right: PairCandidate | null): Omit<Pair, "pair"> {
    this.#taken.add(right ? pairKey(left, right) : keyOf(left));
    for (const one of right ? [left, right] : [left]) this.#used.add(keyOf(one));
    for (const item of new Set([left.item, right?.item ?? left.item])) {
      this.#uses.set(item, (this.#uses.get(item) ?? 0) + 1);
    }
    const only = ({ model, item, sample }: DrawingKey) => ({ model, item, sample });
    return { kind, left: only(left), right: right && only(right) };
  }
}

function keyOf({ model, item, sample }: DrawingKey): string {
  return `${model}\0${item}\0${sample}`;
}

/** The same for (a, b) and (b, a). */
function pairKey(a: DrawingKey, b: DrawingKey): string {
  return [keyOf(a), keyOf(b)].sort().join("\0\0");
}
