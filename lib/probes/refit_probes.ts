import { openFold } from "./fold_space.ts";
import type { NestedFolds } from "./folds.ts";
import { spaceFor, trainingRows } from "./inner_errors.ts";
import { unpackRows } from "./packed_rows.ts";
import type { ProbeLead, SelectedProbe } from "./probe_choice.ts";
import type { Rows } from "./rows.ts";

/** What an outer fold predicts: its test rows' predictions, and its training rows' means, rows x outputs each. */
export interface Refit {
  predictions: number[][];
  baseline: number[][];
}

/**
 * Fits what was selected to the training rows of each outer fold, and predicts its test rows.
 *
 * @param selections By target and outer fold. @returns One a target.
 */
export function refitProbes(
  selections: readonly (readonly { selected: SelectedProbe; lead: ProbeLead }[])[],
  targets: readonly Rows[],
  folds: NestedFolds,
): Refit[] {
  const opened = trainingRows(folds).map((train, o) => openFold(train, folds.outer[o], targets));
  const space = spaceFor(opened, targets, 1, 64);
  const results = targets.map(() => ({ predictions: [] as number[][], baseline: [] as number[][] }));
  for (const packed of new Set(selections.flat().map(({ lead }) => lead.packed))) {
    const { load, fit } = space(packed.width);
    load(unpackRows(packed, targets[0].length));
    opened.forEach((fold, o) => {
      const chosen = selections.map((outers) => outers[o].lead.packed === packed);
      if (!chosen.includes(true)) return;
      const { predict } = fit(fold);
      selections.forEach((outers, t) => {
        if (!chosen[t]) return;
        const { k, penalty } = outers[o].selected, { means } = fold.targets[t];
        const flat = predict(t, k, penalty);
        fold.test.forEach((row, i) => {
          results[t].predictions[row] = [...flat.subarray(i * means.length, (i + 1) * means.length)];
          results[t].baseline[row] = [...means];
        });
      });
    });
  }
  return results;
}
