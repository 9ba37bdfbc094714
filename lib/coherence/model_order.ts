import { type JudgedAttempt, judgesOf, layoutScores } from "lib/attempts/mod.ts";

/**
 * The models from the best to the worst by the first judge's overall layout score (the macro-average over
 * subcategories, as in Table 2), ties in the order given. Models without a score come last.
 *
 * @param judges The run's judges in order.
 * @returns The order, and the judge behind it: null where nothing was judged, and the models are as they come.
 */
export function modelOrder(
  attempts: readonly JudgedAttempt[],
  judges: readonly string[],
): { models: string[]; judge: string | null } {
  const models = [...new Set(attempts.map(({ model }) => model))];
  const judge = judges.find((one) => judgesOf(attempts).includes(one)) ?? null;
  if (judge === null) return { models, judge };
  const { rows } = layoutScores(attempts, { judges: [judge], tiers: ["all"], resamples: 1 });
  const score = new Map(rows.map(({ model, mean }) => [model, Number.isNaN(mean) ? -Infinity : mean]));
  return {
    models: models.sort((a, b) => {
      const [first, second] = [score.get(a) ?? -Infinity, score.get(b) ?? -Infinity];
      return first === second ? 0 : second - first;
    }),
    judge,
  };
}
