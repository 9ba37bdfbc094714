import type { MediumValidity } from "lib/attempts/mod.ts";
import { missing } from "./rows.ts";
import { Table } from "./table.ts";

/** What became of layout attempts in either medium: a row a model and medium. */
export function mediumValidityTable(
  rows: readonly MediumValidity[],
  options: { simulated: boolean },
): Table {
  const none = missing("nothing was answered");
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      { key: "medium", label: "Medium" },
      { key: "asked", label: "asked", format: "integer" },
      { key: "answered", label: "answered", format: "integer" },
      { key: "extracted", label: "with code", format: "integer" },
      { key: "valid_n", label: "n", group: "Valid", format: "integer" },
      { key: "valid", label: "%", group: "Valid", format: 1 },
      { key: "interval", label: "95% CI", group: "Valid", format: 1 },
      { key: "trivial_n", label: "n", group: "of which trivial", format: "integer" },
    ],
    rows: rows.map(({ model, medium, funnel, valid }) => ({
      model,
      medium: medium === "svg" ? "SVG" : medium,
      asked: funnel.asked,
      answered: funnel.answered,
      extracted: funnel.extracted,
      valid_n: valid.k,
      valid: valid.n === 0 ? none : 100 * valid.share,
      interval: valid.n === 0 ? none : [100 * valid.low, 100 * valid.high],
      trivial_n: funnel.trivial,
    })),
    caption:
      "Layout attempts by medium: asked and answered, replies with code or a whole SVG in them, and of " +
      "the answered the valid ones, with Clopper-Pearson intervals. Judges see valid attempts alone.",
    simulated: options.simulated,
  });
}
