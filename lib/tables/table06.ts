import { missing, pooled, type RecordRow } from "./rows.ts";
import { Table } from "./table.ts";

/** A difference of two means with its interval; NaN where there is none. */
interface Difference {
  estimate: number;
  low: number;
  high: number;
  /** Prompts behind it, and those that lack an arm. */
  clusters: number;
  dropped: number;
}

/** A model's row of Table 6. */
export interface Table06Row {
  model: string;
  native: Difference;
  matched: Difference;
  /** Benjamini-Hochberg over the models; null where the model was not tested. */
  adjusted: number | null;
}

/** What Table 6 shows. */
export interface Table06Data {
  /** In the order shown: by matched difference, the largest first. */
  rows: readonly Table06Row[];
  pooled: { native: Difference; matched: Difference };
  equal: { native: Difference; matched: Difference };
}

/** Table 6: the difference that the medium makes, SVG less canvas, by model and pooled. */
export function table06(data: Table06Data, options: { simulated: boolean }): Table {
  const none = missing("the run lacks this arm");
  const cells = ({ native, matched }: { native: Difference; matched: Difference }): RecordRow => ({
    native: Number.isNaN(native.estimate) ? none : native.estimate,
    matched: Number.isNaN(matched.estimate) ? none : matched.estimate,
    interval: Number.isNaN(matched.low) ? none : [matched.low, matched.high],
    prompts: matched.clusters,
    lacking: matched.dropped,
  });
  return new Table({
    number: 6,
    columns: [
      { key: "model", label: "Model" },
      { key: "native", label: "Native Δ", format: 2, signed: true },
      { key: "matched", label: "Matched Δ", format: 2, signed: true, bold: "max" },
      { key: "interval", label: "95% CI", format: 2, signed: true },
      { key: "p_bh", label: "p (BH)", format: "p" },
      { key: "prompts", label: "Prompts", format: "integer" },
      { key: "lacking", label: "lacking an arm", format: "integer" },
    ],
    rows: [
      ...data.rows.map((row) => ({
        model: row.model,
        ...cells(row),
        p_bh: row.adjusted ?? missing("not tested"),
      })),
      pooled({ model: "Pooled", ...cells(data.pooled), p_bh: missing("no test of its own") }),
      pooled({ model: "Mean of models", ...cells(data.equal), p_bh: missing("no test of its own") }),
    ],
    caption:
      "The output medium: SVG less canvas of per-prompt mean scores over valid attempts, paired by prompt " +
      "(first judge, neutral rubric). Native: the SVG as it is; matched: rendered at 24 x 24 from its source. " +
      "CI: of the matched difference, prompts resampled whole. Pooled: per prompt the mean over all models' valid " +
      "attempts; mean of models: each model weighs the same.",
    simulated: options.simulated,
    wide: true,
  });
}
