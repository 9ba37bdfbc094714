import { mean } from "lib/stats/mod.ts";
import { Table } from "./table.ts";

/**
 * Mean PIoU of icons with and without outlines, by model.
 *
 * @param attempts Scored attempts at icons. @param options.outlined Ids of the icons that have outlines.
 */
export function iconTable(
  attempts: readonly { model: string; item: string; piou: number }[],
  options: { outlined: ReadonlySet<string>; simulated: boolean },
): Table {
  const rows = [...Map.groupBy(attempts, (attempt) => attempt.model)].map(([model, own]) => {
    const cell = (wanted: (item: string) => boolean) => {
      const scores = own.filter((attempt) => wanted(attempt.item)).map((attempt) => attempt.piou);
      return { value: scores.length === 0 ? null : mean(scores), n: scores.length };
    };
    return {
      model,
      all: cell(() => true),
      filled: cell((item) => !options.outlined.has(item)),
      outlined: cell((item) => options.outlined.has(item)),
    };
  });
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      { key: "all", label: "All icons", format: 3 },
      { key: "filled", label: "Without outlines", format: 3 },
      { key: "outlined", label: "With outlines", format: 3 },
    ],
    rows,
    caption: "Mean PIoU over attempts at the icons.",
    empty: "the run holds no attempt at an icon",
    simulated: options.simulated,
  });
}
