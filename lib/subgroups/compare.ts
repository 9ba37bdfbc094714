import {
  clusterBootstrap,
  clusterBootstrapDifference,
  type ClusterBootstrapResult,
  drawClusters,
  drawnClusters,
  type Estimator,
  Family,
} from "lib/stats/mod.ts";
import type { DataFrame } from "lib/run/mod.ts";
import { declareOnce } from "./declare_once.ts";
import { requireColumn, requireNumbers, type Slice, sliceFrame, sliceText, wordOf } from "./slice.ts";

/** What is compared, and how. */
export interface CompareOptions {
  /** The column whose values make the groups, or several: then their combinations do. */
  by: string | readonly string[];
  /** A column within whose values groups are compared: `by: "loops", within: "tier"` tests loops in each tier apart. */
  within?: string;
  /** The rows that count; all unless given. */
  where?: Slice;
  /** The numeric or truth column that is averaged (truth: 1 and 0). */
  metric: string;
  /** `prompts` unless given: the mean of the prompts' means, which no prompt dominates by being answered more often. */
  estimator?: Estimator;
  /**
   * Which differences are tested: `all` pairs, each group less the `rest` of the rows, or each other group less the one
   * that is named. `all` for up to four groups, else `rest`, unless given.
   */
  against?: string;
  /** The column of clusters, `item` unless given: a prompt's attempts are resampled whole. */
  cluster?: string;
  /** Where the tests are declared; a family of this comparison's own unless given. */
  family?: Family;
  /** Of the bootstrap; 1 unless given. */
  seed?: number;
  /** 10,000 unless given. */
  resamples?: number;
}

/** One group's mean. */
export interface Subgroup {
  /** Its value, or values joined by ` · `; of a truth column `COLUMN: yes` or `no`. */
  group: string;
  /** Attempts with the metric, and without. */
  n: number;
  missing: number;
  /** Prompts with at least one value. */
  prompts: number;
  mean: number;
  /** Prompt-clustered 95 % interval; NaN for fewer than two prompts, which show no spread. */
  low: number;
  high: number;
}

/** The difference of two groups' means, the first less the second. */
export interface Contrast {
  a: string;
  /** A group, or `rest`. */
  b: string;
  /** Whether it is taken prompt by prompt. */
  paired: boolean;
  /** Prompts behind it: those that have both where paired, else those that have either. */
  prompts: number;
  /** Prompts left out because they have one side alone; 0 where not paired. */
  dropped: number;
  difference: number;
  /** 95 % interval; NaN, as p, where a side has fewer than two prompts. */
  low: number;
  high: number;
  /**
   * Two-sided, of no difference. Of few prompts it is no smaller than an exact test of as many could give, which asks
   * for all signs, or all orders, of the prompts.
   */
  p: number;
  /** Its name in the family. */
  test: string;
}

/** A comparison of subgroups. */
export interface SubgroupComparison {
  /** The columns of the groups, `within` first. */
  by: readonly string[];
  /** The slice in words. */
  where: string;
  metric: string;
  estimator: Estimator;
  groups: Subgroup[];
  contrasts: Contrast[];
  family: Family;
  /** Rows of the slice that belong to no group: their column is null or NaN. */
  ungrouped: number;
  /** Whether any row comes from a simulated run (column `origin`). */
  simulated: boolean;
}

/**
 * Compares subgroups of attempts: each group's mean with its prompt-clustered 95 % interval, and the differences
 * between groups with interval and p-value, declared with a family of exploratory tests.
 *
 * A difference is paired, taken over the prompts that have both sides, where at least half the prompts of the smaller
 * side do; prompts with one side are then left out and counted. Otherwise (two tiers share no prompt) prompts are
 * resampled whole, those of one side, of the other and of both as strata of their own, and both means are recomputed.
 *
 * @param frame One row an attempt, as `attemptFrame` gives it; any frame with the named columns will do.
 * @returns Groups in the order of their values, numbers by size and truths with `no` first. None where the slice is empty.
 * @throws {RangeError} If a column is not there, has no numbers or an infinite one, the slice names a value that no row has, or the
 * group to compare against is not there.
 *
 * @example
 * ```ts
 * import { pl } from "lib/run/mod.ts";
 * import { compare } from "lib/subgroups/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const frame = pl.DataFrame({
 *   item: ["1A-01", "1A-01", "1A-02", "1A-02"],
 *   decoding: ["greedy", "sampled", "greedy", "sampled"],
 *   score: [3, 2, 5, 4],
 * });
 * const { groups, contrasts } = compare(frame, { by: "decoding", metric: "score" });
 * deepStrictEqual(groups.map(({ group, mean, n }) => [group, mean, n]), [["greedy", 4, 2], ["sampled", 3, 2]]);
 * const [{ difference, low, high, paired }] = contrasts;
 * deepStrictEqual({ difference, low, high, paired }, { difference: 1, low: 1, high: 1, paired: true });
 * ```
 */
export function compare(frame: DataFrame, options: CompareOptions): SubgroupComparison {
  const { metric, where = {}, estimator = "prompts", cluster = "item", seed = 1, resamples = 10_000 } =
    options;
  const { within } = options;
  const by = [...(within === undefined ? [] : [within]), ...[options.by].flat()];
  if (within !== undefined && [options.by].flat().includes(within)) {
    throw new RangeError(`Cannot compare ${within} within ${within}: name another column`);
  }
  if ([options.by].flat().length === 0) {
    throw new RangeError("Cannot compare: name at least one column to group by, got none");
  }
  for (const column of [...by, cluster]) requireColumn(frame, column, "compare");
  requireNumbers(frame, metric, "average");
  const rows = sliceFrame(frame, where);
  const { names, keys, values, ungrouped, clusters } = gather(rows, { by, metric, cluster });
  if (names.length > MOST_GROUPS) {
    throw new RangeError(
      `Cannot compare ${names.length} groups: name a column with at most ${MOST_GROUPS} values, or cut it with binned(frame, ` +
        `"${by.at(-1)}", [...]) first`,
    );
  }
  const circle = (name: string) => within === undefined ? "" : wordOf(keys[names.indexOf(name)][0]);
  const family = options.family ?? new Family("exploratory");
  const strata = (kept: readonly number[]) =>
    estimator === "subcategories" ? kept.map((i) => clusters[i].split("-")[0]) : undefined;
  const groups = names.map((group, g): Subgroup => {
    const present = clusters.map((_, i) => i).filter((i) => values[g][i].length > 0);
    const found = clusterBootstrap(present.map((i) => values[g][i]), {
      estimator,
      strata: strata(present),
      seed: [seed, "subgroup", group],
      resamples,
    });
    const all = values[g].reduce((sum, list) => sum + list.length, 0);
    return {
      group,
      n: found.n,
      missing: all - found.n,
      prompts: found.clusters,
      mean: found.estimate,
      ...(found.clusters < 2 ? { low: NaN, high: NaN } : { low: found.low, high: found.high }),
    };
  });
  const text = sliceText(where);
  const circles = [...new Set(names.map(circle))].map((one) => names.filter((name) => circle(name) === one));
  const contrasts = circles.flatMap((own) => sides(own, options.against)).map(([a, other]): Contrast => {
    const left = values[names.indexOf(a)];
    const b = other ?? REST;
    const right = other === null
      ? clusters.map((_, i) =>
        names.flatMap((name, g) => name === a || circle(name) !== circle(a) ? [] : values[g][i])
      )
      : values[names.indexOf(other)];
    const drawn = { estimator, seed: [seed, "contrast", a, b], resamples };
    const { paired, found, p } = difference(left, right, drawn, strata);
    const spread = Number.isNaN(p) ? { low: NaN, high: NaN } : { low: found.low, high: found.high };
    const test = declareOnce(
      family,
      `${metric}, ${by.join(" x ")}: ${a} minus ${b} (${text}; ${estimator})`,
      { n: found.n, prompts: found.clusters, difference: found.estimate, p, ...spread },
    );
    return {
      a,
      b,
      paired,
      prompts: found.clusters,
      dropped: found.dropped,
      difference: found.estimate,
      ...spread,
      p,
      test,
    };
  });
  const simulated = rows.columns.includes("origin") &&
    rows.getColumn("origin").toArray().includes("simulated");
  return { by, where: text, metric, estimator, groups, contrasts, family, ungrouped, simulated };
}

/** Beyond so many groups a column of numbers was meant to be cut; every difference would be a test of the family. */
const MOST_GROUPS = 200;

const REST = "rest";

/** Values by group and cluster: null where an attempt lacks the metric. */
function gather(
  rows: DataFrame,
  { by, metric, cluster }: { by: readonly string[]; metric: string; cluster: string },
) {
  const columns = by.map((name) => rows.getColumn(name).toArray() as unknown[]);
  const items = (rows.getColumn(cluster).toArray() as unknown[]).map(wordOf);
  const clusters = [...new Set(items)].sort();
  const at = new Map(clusters.map((item, i) => [item, i]));
  const numbers = (rows.getColumn(metric).toArray() as unknown[]).map((value) =>
    value === null || value === undefined || Number.isNaN(Number(value)) ? null : Number(value)
  );
  const found = new Map<string, { key: unknown[]; values: (number | null)[][] }>();
  let ungrouped = 0;
  for (const [i, item] of items.entries()) {
    const key = columns.map((column) => column[i]);
    if (key.some((value) => value === null || value === undefined || Number.isNaN(value))) {
      ungrouped++;
      continue;
    }
    const identity = key.map(wordOf).join("\0");
    let group = found.get(identity);
    if (!group) found.set(identity, group = { key, values: clusters.map((): (number | null)[] => []) });
    group.values[at.get(item)!].push(numbers[i]);
  }
  const ordered = [...found.values()].sort((a, b) => inOrder(a.key, b.key));
  const plain = ordered.map(({ key }) => key.map((value, k) => groupName(by[k], value)).join(" · "));
  return {
    // "a · b" and "c" would be called like "a" and "b · c"
    names: plain.map((name, g) => plain.indexOf(name) === g ? name : JSON.stringify(ordered[g].key)),
    keys: ordered.map(({ key }) => key),
    values: ordered.map((group) => group.values),
    ungrouped,
    clusters,
  };
}

/** A truth value alone would not say of what. */
function groupName(column: string, value: unknown): string {
  return typeof value === "boolean" ? `${column}: ${value ? "yes" : "no"}` : wordOf(value);
}

function inOrder(a: readonly unknown[], b: readonly unknown[]): number {
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i], b[i]];
    if (typeof x === "number" && typeof y === "number" && x !== y) return x - y;
    if (wordOf(x) !== wordOf(y)) return wordOf(x) < wordOf(y) ? -1 : 1;
  }
  return 0;
}

/** What is held against what; null is the rest, whatever groups are called. */
function sides(names: readonly string[], against: string | undefined): [string, string | null][] {
  if (names.length < 2) return [];
  if (against !== undefined && names.includes(against)) {
    return names.filter((name) => name !== against).map((name) => [name, against]);
  }
  const wanted = against ?? (names.length <= 4 ? "all" : REST);
  if (wanted === REST) return names.map((name) => [name, null]);
  if (wanted === "all") {
    return names.flatMap((a, i) => names.slice(i + 1).map((b): [string, string] => [a, b]));
  }
  throw new RangeError(
    `Cannot compare against ${JSON.stringify(wanted)}: it must be "all", "rest" or one of ${
      names.join(", ")
    }`,
  );
}

type Values = readonly (readonly (number | null)[])[];

function difference(
  left: Values,
  right: Values,
  drawn: { estimator: Estimator; seed: (string | number)[]; resamples: number },
  strata: (kept: readonly number[]) => string[] | undefined,
): { paired: boolean; found: ClusterBootstrapResult; p: number } {
  const has = (side: Values, i: number) => side[i].some((value) => value !== null);
  const kept = left.map((_, i) => i).filter((i) => has(left, i) || has(right, i));
  const both = kept.filter((i) => has(left, i) && has(right, i)).length;
  const sizes = [left, right].map((side) => kept.filter((i) => has(side, i)).length);
  const smaller = Math.min(...sizes);
  const paired = both > 0 && both * 2 >= smaller;
  const a = kept.map((i) => left[i]), b = kept.map((i) => right[i]);
  if (paired || smaller === 0) {
    const found = clusterBootstrapDifference(a, b, { ...drawn, strata: strata(kept) });
    return { paired, found, p: both < 2 ? NaN : Math.max(found.p, 2 ** (1 - both)) };
  }
  const own = strata(kept);
  const side = kept.map((i, k) =>
    `${has(left, i) ? "a" : ""}${has(right, i) ? "b" : ""} ${own ? own[k] : ""}`
  );
  const draws = drawClusters(kept.length, { seed: drawn.seed, resamples: drawn.resamples, strata: side });
  const indices = Array.from({ length: drawn.resamples }, (_, r) => drawnClusters(draws, r));
  const found = clusterBootstrapDifference(a, b, { estimator: drawn.estimator, strata: own, indices });
  const p = smaller < 2 ? NaN : Math.max(found.p, 2 / waysToPart(sizes[0], sizes[1]));
  return { paired, found: { ...found, clusters: kept.length, dropped: 0 }, p };
}

/** In how many ways m + n things part into m and n. */
function waysToPart(m: number, n: number): number {
  let ways = 1;
  for (let i = 1; i <= Math.min(m, n) && ways < 1e9; i++) ways *= (Math.max(m, n) + i) / i;
  return ways;
}
