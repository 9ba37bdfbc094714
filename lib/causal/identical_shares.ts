import { ARMS } from "lib/run/mod.ts";
import { clusterBootstrap, type ClusterBootstrapResult } from "lib/stats/mod.ts";
import type { Arm } from "./causal_items.ts";
import type { MeasuredContinuation } from "./measure_continuations.ts";

/** How often a model's continuation begins with its own next statement, byte for byte. */
export interface IdenticalShare extends ClusterBootstrapResult {
  model: string;
  arm: Arm;
  decoding: "greedy" | "stochastic";
}

/**
 * The shares of continuations whose first statement is the generation's own next one, by model, arm and decoding, with
 * intervals that resample prompts whole. In the control arm that is going on as before, in the null arm saying it
 * twice, and in the moved arms putting it back.
 */
export function identicalShares(
  rows: readonly MeasuredContinuation[],
  options: { seed?: number; resamples?: number } = {},
): IdenticalShare[] {
  const { seed = 1, resamples = 10_000 } = options;
  return [...new Set(rows.map((row) => row.model))].flatMap((model) =>
    (["greedy", "stochastic"] as const).flatMap((decoding) =>
      ARMS.map((arm) => {
        const own = rows.filter((row) =>
          row.model === model && row.arm === arm && (row.sample === 0) === (decoding === "greedy")
        );
        const prompts = Map.groupBy(own, (row) => row.item);
        const clusters = [...prompts.keys()].sort().map((prompt) =>
          prompts.get(prompt)!.map(({ identical }) => identical === null ? null : identical ? 1 : 0)
        );
        const found = clusterBootstrap(clusters, {
          seed: [seed, "identical", model, decoding, arm],
          resamples,
        });
        return { model, arm, decoding, ...found };
      })
    )
  );
}
