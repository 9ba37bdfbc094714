import type { MediumComparison } from "./medium.ts";

/** A planted quantity beside its estimate; see `Recovery` of lib/simulate. */
interface Row {
  quantity: string;
  model: string;
  planted: number;
  estimate: number;
  low: number;
  high: number;
  n: number;
}

/** The planted matched differences beside the run's, by model in the order of Table 6; empty unless planted. */
export function mediumRecovery(
  { rows }: Pick<MediumComparison, "rows">,
  planted: Record<string, unknown> | undefined,
): Row[] {
  const truth = planted?.mediumDelta as Record<string, number> | undefined;
  return rows.flatMap(({ model, matched: { estimate, low, high, clusters } }) =>
    truth?.[model] === undefined
      ? []
      : [{ quantity: "SVG less canvas", model, planted: truth[model], estimate, low, high, n: clusters }]
  );
}
