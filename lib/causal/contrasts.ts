import { ARMS } from "lib/run/mod.ts";
import {
  type AdjustedFamily,
  type BootstrapInterval,
  bootstrapInterval,
  drawClusters,
  Family,
  resampledRatios,
} from "lib/stats/mod.ts";
import type { Arm } from "./causal_items.ts";
import type { MeasuredContinuation } from "./measure_continuations.ts";

/** What is measured of a continuation. */
export const CAUSAL_METRICS = ["drew", "vacated", "targeted", "destination", "valid", "loop"] as const;
export type CausalMetric = (typeof CAUSAL_METRICS)[number];

/** The pictures of a stratum: all, or by whether the greedy continuation of the unmoved statement stops. */
export const PICTURES = ["all", "finished", "unfinished"] as const;

/** Some of a model's items. */
export interface CausalStratum {
  /** Only generations without a comment, or all. */
  comments: "comment-free" | "all";
  pictures: (typeof PICTURES)[number];
}

/** The strata in the order shown: the headline first. */
export const CAUSAL_STRATA: readonly CausalStratum[] = (["comment-free", "all"] as const)
  .flatMap((comments) => PICTURES.map((pictures) => ({ comments, pictures })));

/** How often something is so in one arm. */
export interface CausalRate extends BootstrapInterval {
  /** Continuations behind it, and those of which it is so. */
  n: number;
  k: number;
  /** Prompts and items behind it. */
  prompts: number;
  items: number;
}

/** An arm less the arm with the unmoved statement. */
export interface CausalContrast {
  arm: Exclude<Arm, "null_asis">;
  /** Of the pooled rates. */
  pooled: BootstrapInterval;
  /** The mean over prompts of their own differences; what is tested. */
  prompts: BootstrapInterval & { clusters: number };
  /** Benjamini-Hochberg over the model's family; null where it could not be tested. */
  adjusted: number | null;
  rejected: boolean;
}

/** One metric in one stratum of one model. */
export interface CausalResult {
  model: string;
  stratum: CausalStratum;
  metric: CausalMetric;
  rates: Record<Arm, CausalRate>;
  /** None of `destination`: unmoved there is no such place. */
  contrasts: CausalContrast[];
  /** Continuations of the stratum whose request failed, in all arms: in no rate. */
  failed: number;
}

/** All of a run's rates and contrasts. */
export interface CausalContrasts {
  /** By model, stratum, metric. */
  results: CausalResult[];
  /** One family a model: metrics x arms x strata. */
  families: Record<string, AdjustedFamily>;
}

/** How continuations are compared. */
export interface ContrastOptions {
  /** Of the bootstrap, 1 unless given. */
  seed?: number;
  /** 10,000 unless given. */
  resamples?: number;
  /**
   * Which continuations make up the rates. `stochastic`, unless given, leaves out the greedy one: it decides whether a
   * picture counts as finished, so that in its own arm it would be 0 there by construction.
   */
  samples?: "stochastic" | "all";
}

/**
 * Rates by arm and contrasts against the unmoved statement, by model, stratum and metric.
 *
 * `targeted` is `vacated` among the continuations that drew, so that drawing more cannot pass for drawing there.
 * Intervals resample prompts whole, percentile 95 %, numerator and denominator together, the same draws in every arm.
 *
 * @returns NaN where a stratum has no such continuation.
 */
export function causalContrasts(
  rows: readonly MeasuredContinuation[],
  options: ContrastOptions = {},
): CausalContrasts {
  const { seed = 1, resamples = 10_000, samples = "stochastic" } = options;
  const results: CausalResult[] = [], families: Record<string, AdjustedFamily> = {};
  for (const model of new Set(rows.map((row) => row.model))) {
    const own = rows.filter((row) => row.model === model && (samples === "all" || row.sample > 0));
    const family = new Family(`continuations of ${model}`);
    const found = CAUSAL_STRATA.flatMap((stratum) => {
      const members = own.filter((row) => inStratum(row, stratum));
      return compareArms(members, { stratum, seed: [seed, "causal", model], resamples, family });
    });
    const adjusted = families[model] = family.adjust();
    const tests = new Map(adjusted.tests.map((test) => [test.name, test]));
    for (const { contrasts, ...result } of found) {
      results.push({
        model,
        ...result,
        contrasts: contrasts.map((contrast) => {
          const { adjusted, rejected } = tests.get(testName(result.stratum, result.metric, contrast.arm))!;
          return { ...contrast, adjusted, rejected };
        }),
      });
    }
  }
  return { results, families };
}

/** Whether a continuation belongs to a stratum. A picture of which it is unknown whether it was finished is in `all` alone. */
export function inStratum(
  { commented, finished }: Pick<MeasuredContinuation, "commented" | "finished">,
  { comments, pictures }: CausalStratum,
): boolean {
  if (comments === "comment-free" && commented) return false;
  return pictures === "all" || finished === (pictures === "finished");
}

/** 1 where a metric holds of a continuation, 0 where not, null where it cannot be told. */
export function metricOf(row: MeasuredContinuation, metric: CausalMetric): 0 | 1 | null {
  const value = metric === "targeted" ? (row.drew ? row.vacated : null) : row[metric];
  return value === null ? null : value ? 1 : 0;
}

type Found = Omit<CausalResult, "model" | "contrasts"> & {
  contrasts: Omit<CausalContrast, "adjusted" | "rejected">[];
};

function compareArms(
  rows: readonly MeasuredContinuation[],
  { stratum, seed, resamples, family }: {
    stratum: CausalStratum;
    seed: (string | number)[];
    resamples: number;
    family: Family;
  },
): Found[] {
  const prompts = [...new Set(rows.map((row) => row.item))].sort();
  const at = new Map(prompts.map((prompt, i) => [prompt, i]));
  const draws = drawClusters(prompts.length, { seed, resamples });
  const failed = rows.filter((row) => row.failed).length;
  return CAUSAL_METRICS.map((metric): Found => {
    const arms = ARMS.map((arm) => {
      const sums = new Float64Array(prompts.length), counts = new Float64Array(prompts.length);
      const items = new Set<string>();
      for (const row of rows) {
        const value = row.arm === arm ? metricOf(row, metric) : null;
        if (value === null) continue;
        sums[at.get(row.item)!] += value;
        counts[at.get(row.item)!]++;
        items.add(`${row.item}\0${row.source}`);
      }
      return { arm, sums, counts, items: items.size };
    });
    const asis = arms[ARMS.indexOf("null_asis")];
    const others = arms.filter((arm): arm is typeof arm & { arm: CausalContrast["arm"] } => arm !== asis);
    const paired = others.map(({ sums, counts }) => {
      const both = counts.map((count, i) => count > 0 && asis.counts[i] > 0 ? 1 : 0);
      const differences = both.map((one, i) =>
        one === 0 ? 0 : sums[i] / counts[i] - asis.sums[i] / asis.counts[i]
      );
      return { differences, both };
    });
    const ratios = resampledRatios(
      draws,
      [...arms.map(({ sums }) => sums), ...paired.map(({ differences }) => differences)],
      [...arms.map(({ counts }) => counts), ...paired.map(({ both }) => both)],
    );
    const rateOf = ({ sums, counts }: { sums: Float64Array; counts: Float64Array }) =>
      total(sums) / total(counts);
    const rates = Object.fromEntries(arms.map((arm, j) => [arm.arm, {
      ...bootstrapInterval(ratios[j], rateOf(arm)),
      n: total(arm.counts),
      k: total(arm.sums),
      prompts: arm.counts.filter((count) => count > 0).length,
      items: arm.items,
    }])) as Record<Arm, CausalRate>;
    const contrasts = metric === "destination" ? [] : others.map((other, j) => {
      const rate = ratios[arms.indexOf(other)], base = ratios[arms.indexOf(asis)];
      const { differences, both } = paired[j];
      const mean = { ...bootstrapInterval(ratios[arms.length + j], total(differences) / total(both)) };
      family.declare(testName(stratum, metric, other.arm), mean.p);
      return {
        arm: other.arm,
        pooled: bootstrapInterval(rate.map((value, b) => value - base[b]), rateOf(other) - rateOf(asis)),
        prompts: { ...mean, clusters: total(both) },
      };
    });
    return { stratum, metric, rates, contrasts, failed };
  });
}

function testName({ comments, pictures }: CausalStratum, metric: CausalMetric, arm: string): string {
  return `${metric}, ${arm} less null_asis, ${pictures} pictures, ${comments}`;
}

function total(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}
