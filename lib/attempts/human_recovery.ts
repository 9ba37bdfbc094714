import type { Recovery } from "./recovery.ts";
import type { HumanStudy } from "./human_study.ts";

/**
 * What simulated annotators were expected to give beside what they gave; `model` is an annotator, a judge or `all`.
 * Empty unless planted.
 */
export function humanRecovery(
  { all, annotators }: Pick<HumanStudy, "all" | "annotators">,
  planted: Record<string, unknown> | undefined,
): Recovery[] {
  const truth = planted?.human as
    | {
      agreement: number;
      alpha: number;
      catches: Record<string, number>;
      matches: Record<string, number>;
    }
    | undefined;
  if (!truth) return [];
  const row = (
    quantity: string,
    model: string,
    value: number | undefined,
    { share, low, high, n }: { share: number; low: number; high: number; n: number },
  ): Recovery[] =>
    typeof value === "number" ? [{ quantity, model, planted: value, estimate: share, low, high, n }] : [];
  const { alpha, low, high } = all.alpha;
  return [
    ...row("agreement", "all", truth.agreement, all.agreement),
    ...row("alpha", "all", truth.alpha, { share: alpha, low, high, n: all.agreement.n }),
    ...annotators.flatMap(({ annotator, catches }) =>
      row("catch trials passed", annotator, truth.catches[annotator], catches)
    ),
    ...all.judges.flatMap(({ judge, agreed }) =>
      row("matches the verdict", judge, truth.matches[judge], agreed)
    ),
  ];
}
