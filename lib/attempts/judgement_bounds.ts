import { type Estimator, missingBounds } from "lib/stats/mod.ts";
import type { JudgedAttempt } from "./judged_attempts.ts";
import { scoreColumns } from "./score_columns.ts";
import type { VerdictStatus } from "./verdicts.ts";

/** What a judge's missing verdicts could at most do to a model's overall mean. */
export interface JudgementBounds {
  judge: string;
  model: string;
  /** Valid drawings with a score, and without one. */
  n: number;
  missing: number;
  /** Drawings without a score by what went wrong; kinds that did not occur are left out. */
  reasons: Partial<Record<Exclude<VerdictStatus, "judged">, number>>;
  /** Over what exists; and with every missing score at 0, and at 5. */
  mean: number;
  low: number;
  high: number;
}

/**
 * Bounds of every overall mean by judge and model: each valid drawing that lacks a score is given 0, then 5.
 *
 * @param options.estimator `subcategories` unless given.
 */
export function judgementBounds(
  attempts: readonly JudgedAttempt[],
  options: { judges: readonly string[]; estimator?: Estimator },
): JudgementBounds[] {
  const { judges, estimator = "subcategories" } = options;
  const { strata, models, values } = scoreColumns(attempts, judges);
  return judges.flatMap((judge, j) =>
    models.map((model, m) => {
      const reasons: JudgementBounds["reasons"] = {};
      for (const attempt of attempts) {
        if (attempt.model !== model || attempt.status !== "ok") continue;
        const status = attempt.verdicts[judge]?.status ?? "not_judged";
        if (status !== "judged") reasons[status] = (reasons[status] ?? 0) + 1;
      }
      return { judge, model, reasons, ...missingBounds(values[j][m], { estimator, strata }) };
    })
  );
}
