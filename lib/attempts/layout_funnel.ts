import { type Funnel, funnel } from "./funnel.ts";
import type { JudgedAttempt } from "./judged_attempts.ts";
import { TIERS } from "./score_columns.ts";

/** A funnel that goes on to the judges: of the drawings that `ran`, how many each judge answered and how many count. */
export interface LayoutFunnel extends Funnel {
  model: string;
  /** `T1`, `T2`, `T3` or `all`. */
  tier: string;
  /** By judge. `ran` >= `shown` >= `judged` >= `parsed`. */
  judges: Readonly<Record<string, { shown: number; judged: number; parsed: number }>>;
}

/**
 * Counts layout attempts by stage, model and tier: asked, answered, extracted, parsed, allowed, ran, then by judge
 * shown (the judge was asked at all), judged (it replied) and parsed (a reply could be read).
 *
 * Every count contains the next one, and `all` is the sum of the tiers.
 */
export function layoutFunnel(
  attempts: readonly JudgedAttempt[],
  options: { judges: readonly string[] },
): LayoutFunnel[] {
  return [...new Set(attempts.map(({ model }) => model))].flatMap((model) =>
    [...TIERS, "all"].map((tier) => {
      const own = attempts.filter((attempt) =>
        attempt.model === model && (tier === "all" || attempt.item.startsWith(tier[1]))
      );
      const judges = Object.fromEntries(options.judges.map((judge) => {
        const looked = own.filter(({ status }) => status === "ok").map(({ verdicts }) => verdicts[judge]);
        const shown = looked.filter((verdict) => verdict && verdict.tries > 0);
        return [judge, {
          shown: shown.length,
          judged: shown.filter((verdict) => verdict.replied).length,
          parsed: shown.filter((verdict) => verdict.status === "judged").length,
        }];
      }));
      return { model, tier, ...funnel(own), judges };
    })
  );
}
