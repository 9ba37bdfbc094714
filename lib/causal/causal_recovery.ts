import type { Recovery } from "lib/attempts/mod.ts";
import { ARMS } from "lib/run/mod.ts";
import type { CausalContrasts, CausalMetric } from "./contrasts.ts";
import type { DoseResponse } from "./dose_response.ts";
import type { IdenticalShare } from "./identical_shares.ts";

/** What a simulated run's continuations were expected to give, by model. */
interface Truth {
  drew: Record<string, Record<string, number>>;
  difference: Record<string, Record<string, number>>;
  loop: Record<string, number>;
  identical: Record<string, number>;
  greedy: Record<string, number>;
  slope: number;
  valid: number;
}

/**
 * What simulated continuations were expected to give beside what they gave, of generations without comments; empty
 * unless planted. What was planted as never happening is left out: no interval could miss it.
 *
 * @param doses Of finished pictures without comments. @param identical Of items without comments.
 */
export function causalRecovery(
  { results }: Pick<CausalContrasts, "results">,
  { doses, identical }: { doses: readonly DoseResponse[]; identical: readonly IdenticalShare[] },
  planted: Record<string, unknown> | undefined,
): Recovery[] {
  const truths = planted?.continuations as Record<string, Truth> | undefined;
  return Object.entries(truths ?? {}).flatMap(([model, truth]) => {
    const of = (metric: CausalMetric, pictures: string) =>
      results.find((one) =>
        one.model === model && one.metric === metric && one.stratum.comments === "comment-free" &&
        one.stratum.pictures === pictures
      );
    const rows: Recovery[] = [];
    type Found = { estimate: number; low: number; high: number };
    const add = (quantity: string, value: number | undefined, found: Found | undefined, n: number) => {
      if (!found || value === undefined || value === null || value === 0) return;
      rows.push({
        quantity,
        model,
        planted: value,
        estimate: found.estimate,
        low: found.low,
        high: found.high,
        n,
      });
    };
    for (const pictures of ["all", "finished"]) {
      const drew = of("drew", pictures);
      for (const arm of ARMS) {
        const rate = drew?.rates[arm];
        add(`draws on, ${arm}, ${pictures}`, truth.drew[pictures][arm], rate, rate?.n ?? 0);
      }
      for (const contrast of drew?.contrasts ?? []) {
        const value = truth.difference[pictures][contrast.arm];
        add(
          `${contrast.arm} less null_asis, ${pictures}`,
          value,
          contrast.prompts,
          contrast.prompts.clusters,
        );
      }
    }
    const dose = doses.find((one) => one.model === model);
    add("rise per cell, finished", truth.slope, dose?.slope, dose?.slope.items ?? 0);
    for (const arm of ARMS) {
      const loop = of("loop", "all")?.rates[arm], valid = of("valid", "all")?.rates[arm];
      add(`loops, ${arm}`, truth.loop[arm], loop, loop?.n ?? 0);
      add(`valid, ${arm}`, truth.valid, valid, valid?.n ?? 0);
      for (const decoding of ["greedy", "stochastic"] as const) {
        const share = identical.find((one) =>
          one.model === model && one.arm === arm && one.decoding === decoding
        );
        const value = truth[decoding === "greedy" ? "greedy" : "identical"][arm];
        add(`own next statement, ${arm}, ${decoding}`, value, share, share?.n ?? 0);
      }
    }
    return rows;
  });
}
