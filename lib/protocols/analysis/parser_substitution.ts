import { spearman } from "lib/stats/mod.ts";

/**
 * Compares the models' scores when the same pictures are read by one parser and by another.
 *
 * @param a, b Scores by model; both of the same models.
 * @returns Spearman's rank correlation (null where one side is constant or there are under two models), the mean
 * shift b - a and its mean size in the scores' units (null without models), and who ranks first under each.
 * @throws {RangeError} If the two are not of the same models.
 */
export function parserSubstitution(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): {
  spearman: number | null;
  meanAbsoluteShift: number | null;
  meanShift: number | null;
  firstA: string[];
  firstB: string[];
} {
  const models = Object.keys(a);
  if (models.length !== Object.keys(b).length || models.some((model) => !Object.hasOwn(b, model))) {
    throw new RangeError(
      `Cannot compare parsers: both must score the same models, got ${models.join(" ")} and ${
        Object.keys(b).join(" ")
      }`,
    );
  }
  const shifts = models.map((model) => b[model] - a[model]);
  const { rho } = spearman(models.map((model) => a[model]), models.map((model) => b[model]));
  const mean = (values: readonly number[]) => {
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const first = (scores: Readonly<Record<string, number>>) => {
    const most = Math.max(...Object.values(scores));
    return models.filter((model) => scores[model] === most);
  };
  return {
    spearman: Number.isNaN(rho) ? null : rho,
    meanAbsoluteShift: mean(shifts.map(Math.abs)),
    meanShift: mean(shifts),
    firstA: first(a),
    firstB: first(b),
  };
}
