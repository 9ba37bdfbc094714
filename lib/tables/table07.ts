import { missing, type RecordRow } from "./rows.ts";
import { Table } from "./table.ts";

/** A model's drawings of one tier, as far as Table 7 shows them. */
export interface Table07Cell {
  model: string;
  tier: string;
  /** d_intra / d_inter, and the silhouette with a cluster a prompt; NaN where there is none. */
  ratio: number;
  silhouette: number;
  /** Drawings, and prompts with at least one. */
  n: number;
  prompts: number;
}

/**
 * Table 7: how tight repeated drawings of a prompt are against how far prompts lie apart, and the silhouette of the
 * prompts, by model and tier.
 *
 * @param options.embedder What made the vectors, in the words of a caption.
 */
export function table07(
  cells: readonly Table07Cell[],
  options: { simulated: boolean; embedder: string },
): Table {
  const tiers = [...new Set(cells.map(({ tier }) => tier))].sort();
  const models = [...new Set(cells.map(({ model }) => model))];
  const rows = models.map((model): RecordRow => ({
    model,
    ...Object.fromEntries(tiers.flatMap((tier) => {
      const cell = cells.find((one) => one.model === model && one.tier === tier);
      return [
        [`ratio_${tier}`, value(cell, "ratio")],
        [`silhouette_${tier}`, value(cell, "silhouette")],
      ];
    })),
    n: cells.reduce((sum, cell) => cell.model === model ? sum + cell.n : sum, 0),
  }));
  return new Table({
    number: 7,
    columns: [
      { key: "model", label: "Model" },
      ...tiers.map((tier) => ({
        key: `ratio_${tier}`,
        label: `d_intra/d_inter, ${tier}`,
        format: 2,
        bold: "min" as const,
      })),
      ...tiers.map((tier) => ({
        key: `silhouette_${tier}`,
        label: `Silhouette, ${tier}`,
        format: 2,
        bold: "max" as const,
      })),
      { key: "n", label: "n", format: "integer" },
    ],
    rows,
    caption:
      `Coherence of repeated drawings, by ${options.embedder}: mean cosine distance within a prompt over ` +
      "mean cosine distance of its centroid from the model's other prompts of the tier (lower is tighter), and the " +
      "mean silhouette with one cluster a prompt, signs as computed. n: valid and not trivial drawings.",
    simulated: options.simulated,
    wide: true,
  });
}

function value(cell: Table07Cell | undefined, key: "ratio" | "silhouette") {
  if (cell === undefined) return missing("no drawing in this tier");
  if (!Number.isNaN(cell[key])) return cell[key];
  return missing(key === "ratio" ? "no prompt with two drawings, or no second prompt" : "no second prompt");
}
