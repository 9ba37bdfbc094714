import type { Recovery } from "./recovery.ts";
import type { MediumComparison } from "./medium.ts";

/** The planted matched differences beside the run's, by model in the order of Table 6; empty unless planted. */
export function mediumRecovery(
  { rows }: Pick<MediumComparison, "rows">,
  planted: Record<string, unknown> | undefined,
): Recovery[] {
  const truth = planted?.mediumDelta as Record<string, number> | undefined;
  return rows.flatMap(({ model, matched: { estimate, low, high, clusters } }) =>
    truth?.[model] === undefined
      ? []
      : [{ quantity: "SVG less canvas", model, planted: truth[model], estimate, low, high, n: clusters }]
  );
}
