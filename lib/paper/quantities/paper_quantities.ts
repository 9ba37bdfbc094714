import { largeModels, ranking } from "../checks/table2_checks.ts";
import { printedNumbers } from "../printed_numbers.ts";
import { type Quantities, quantities, sameSet } from "./quantity.ts";

/** What follows from the printed numbers alone. */
export function paperQuantities(): Quantities {
  return quantities("paper", "12-audit#contradictions", {
    "paper.experiments": ({ published }) =>
      new Set(
        published.tables.table4.rows.flatMap(({ experiment }) => /^Exp\. \d/.exec(String(experiment)) ?? []),
      ).size,
    "paper.tasks": ({ published }) =>
      new Set(
        published.tables.table4.rows.flatMap(({ experiment }) =>
          /Translation|Layout/.exec(String(experiment)) ?? []
        ),
      ).size,
    "exp3.decomposition.are_two_strongest_large": ({ published }) => {
      const paper = printedNumbers(published);
      const order = ranking(paper).filter((model) => largeModels(paper.models).includes(model));
      const decomposed = new Set(paper.rows("table3").map(({ model }) => String(model)));
      return sameSet(order.slice(0, decomposed.size), [...decomposed]);
    },
  });
}
