import { type LayoutScores, scoreAt, TIERS } from "lib/attempts/mod.ts";
import { pooled, type RecordRow, type Row, section } from "./rows.ts";
import { Table } from "./table.ts";

/** What each estimator averages, in words. */
export const ESTIMATOR_TEXT = {
  attempts: "the plain mean over judged attempts",
  prompts: "the mean of the prompts' means",
  subcategories: "the macro-average over the subcategories' means",
} as const;

/** How a layout table is headed and marked. */
export interface LayoutTableOptions {
  simulated: boolean;
  /** Judges' names by id, such as `J1 (sim-j1)`; by their order unless given. */
  judgeNames?: Readonly<Record<string, string>>;
  /** What the attempts are limited to, such as `greedy attempts`; the table then carries no number. */
  subgroup?: string;
}

/**
 * Table 2: mean layout scores by judge, model and tier with the number of scores behind each overall mean, and the
 * pooled row.
 *
 * Models outside the pool, which the translation gate kept out, are marked and stand outside the pooled row.
 */
export function table02(scores: LayoutScores, options: LayoutTableOptions): Table {
  const tiers = [...TIERS, "all"];
  const best = scores.pool.length === scores.models.length ? "max" as const : undefined; // no prize outside the comparison
  return new Table({
    number: options.subgroup === undefined ? 2 : undefined,
    columns: [
      { key: "model", label: "Model" },
      ...tiers.map((tier) => ({
        key: tier,
        label: tier === "all" ? "Overall" : tier,
        format: 2,
        bold: best,
      })),
      { key: "n", label: "n", format: "integer" as const },
    ],
    rows: layoutRows(scores, options, (judge, model) => ({
      ...Object.fromEntries(tiers.map((tier) => {
        const { mean, n } = scoreAt(scores, judge, model, tier);
        return [tier, n === 0 ? null : mean];
      })),
      n: scoreAt(scores, judge, model).n,
    })),
    caption: (options.subgroup === undefined ? "" : `Subgroup: ${options.subgroup}. `) +
      `Mean layout scores (0\u20135; pass at 3) by judge, model and tier, estimator ${scores.estimator}: ` +
      `${ESTIMATOR_TEXT[scores.estimator]}. ${
        pooledText(scores)
      } n: scores behind the overall mean; a drawing ` +
      "without a score is left out.",
    notes: gateNote(scores),
    empty: "the run holds no judgement",
    simulated: options.simulated,
  });
}

/** A table's rows: a section a judge, a row a model, the pooled row last. */
export function layoutRows(
  scores: LayoutScores,
  options: LayoutTableOptions,
  cells: (judge: string, model: string | null) => RecordRow,
): Row[] {
  if (scores.rows.length === 0) return [];
  return scores.judges.flatMap((judge, j): Row[] => [
    section(options.judgeNames?.[judge] ?? `J${j + 1} (${judge})`),
    ...scores.models.map((model) => ({ model: nameOf(scores, model), ...cells(judge, model) })),
    pooled({ model: "Pooled", ...cells(judge, null) }),
  ]);
}

/** What the pooled row is, in a sentence. */
export function pooledText({ estimator, pool }: LayoutScores): string {
  return estimator === "subcategories"
    ? `Pooled averages that over models (${pool.length}).`
    : `Pooled takes the attempts of all models (${pool.length}) together.`;
}

/** What the mark at a model means; nothing where no model carries it. */
export function gateNote({ models, pool, rows }: LayoutScores): string[] {
  return rows.length === 0 || models.length === pool.length ? [] : [
    "* No median translation PIoU of 0.6 or more is known of this model: shown, not compared, not pooled.",
  ];
}

function nameOf({ pool }: LayoutScores, model: string): string {
  return pool.includes(model) ? model : `${model} *`;
}
