import type { Pipeline, Step } from "../ops/pipeline.ts";
import type { Slot } from "../ops/rules.ts";

const AXIS_LABELS: Readonly<Record<string, readonly string[]>> = {
  horizontal: ["left", "right"],
  vertical: ["above", "below"],
  dominant: ["left", "right", "above", "below"],
};

/** The labels that a pipeline's output is known to be able to name, `aligned` apart; empty where none are known. */
export function nameableLabels({ steps, output }: Pipeline): string[] {
  const step = steps.find(({ id }) => id === output);
  if (step === undefined) return [];
  const read = step.in.flatMap((reference) => {
    const source = steps.find(({ id }) => id === reference);
    return source?.op === "compose.labels" ? labelsOf(source) : [];
  });
  return [...new Set([...labelsOf(step), ...read])];
}

/** The labels that a step with sound parameters names by itself. */
function labelsOf({ op, params = {} }: Step): readonly string[] {
  switch (op) {
    case "grid.label":
      return (params.labels as (string | null)[]).filter((label) => label !== null);
    case "grid.slots":
      return (params.slots as Slot[]).map(({ label }) => label);
    case "compose.map":
      return Object.values(params.table as Record<string, string>);
    case "compose.labels":
      return params.values as string[];
    case "relation.bearing":
      return params.labels as string[];
    case "relation.axis":
      return AXIS_LABELS[params.axis as string];
    case "color.majority":
      return (params.palette as [string, string][]).map(([label]) => label);
    default:
      return [];
  }
}
