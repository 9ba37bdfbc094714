import type { Recovery } from "lib/attempts/mod.ts";
import { studentQuantile } from "lib/stats/mod.ts";
import type { ProbeStudy } from "./probe_study.ts";

const COMPONENTS = ["own", "shared", "specific"] as const;
type Component = typeof COMPONENTS[number];

/** What run.json says was planted in a model's activations. */
interface Planted {
  layer: number;
  position: string;
  specific: number;
  /** What the probes reached over simulated runs like this one, and how many those were. */
  r2?: { runs: number } & Record<Component, { mean: number; deviation: number }>;
}

/** An R2 that was reached, beside the simulated runs in which it was to be reached. */
export interface SimulatedRange {
  model: string;
  component: Component;
  estimate: number;
  /** Over the simulated runs. */
  mean: number;
  /** Where one more simulated run lies with a probability of 95 %, by Student's t. */
  low: number;
  high: number;
}

/**
 * The R2 that the probes reach over simulated runs like this one beside those they reached here with their bootstrap
 * intervals, of the targets that something was planted for; empty unless it is known for what was planted.
 *
 * The bootstrap resamples prompts under the fits as they are. What the fits could have been with other drawings and
 * folds it does not know: for a target that can be read that is the smaller part, for one that cannot it is all there
 * is. So the specific part is left to {@link simulatedRanges} unless it was planted.
 */
export function probeRecovery(
  { models }: Pick<ProbeStudy, "models">,
  planted: Record<string, unknown> | undefined,
): Recovery[] {
  return models.flatMap((one) => {
    const truth = plantedIn(planted, one.model);
    return COMPONENTS.flatMap((component): Recovery[] => {
      const found = one[component];
      if (!truth?.r2 || !found || component === "specific" && truth.specific === 0) return [];
      const { estimate, low, high } = found.probe;
      return [{
        quantity: `R² of the ${component} layout`,
        model: one.model,
        planted: truth.r2[component].mean,
        estimate,
        low,
        high,
        n: found.prompts,
      }];
    });
  });
}

/** Every R2 beside the range of simulated runs; empty unless that is known for what was planted. */
export function simulatedRanges(
  { models }: Pick<ProbeStudy, "models">,
  planted: Record<string, unknown> | undefined,
): SimulatedRange[] {
  return models.flatMap((one) =>
    COMPONENTS.flatMap((component): SimulatedRange[] => {
      const r2 = plantedIn(planted, one.model)?.r2, found = one[component];
      if (!r2 || !found) return [];
      const { mean, deviation } = r2[component];
      const half = studentQuantile(0.975, r2.runs - 1) * deviation * Math.sqrt(1 + 1 / r2.runs);
      const { estimate } = found.probe;
      return [{ model: one.model, component, estimate, mean, low: mean - half, high: mean + half }];
    })
  );
}

/** How many R2 lie in the range of simulated runs, in a sentence, with those that do not. */
export function rangesSentence(ranges: readonly SimulatedRange[]): string {
  if (ranges.length === 0) return "What the probes should reach is not known for this run.";
  const outside = ranges.filter(({ estimate, low, high }) => !(estimate >= low && estimate <= high));
  const text =
    `**${ranges.length - outside.length} of ${ranges.length}** R² lie where one more simulated run would ` +
    "lie with a probability of 95 %";
  if (outside.length === 0) return `${text}.`;
  return `${text}; not ${
    outside.map(({ model, component }) => `the ${component} layout of \`${model}\``).join(", ")
  }.`;
}

/** Where the plan was planted and where the outer folds read it, in a sentence; what is planted of a specific plan. */
export function plantedSentence(
  { models }: Pick<ProbeStudy, "models">,
  planted: Record<string, unknown> | undefined,
): string {
  const known = models.flatMap((one) => {
    const truth = plantedIn(planted, one.model);
    return truth ? [{ one, truth }] : [];
  });
  if (known.length === 0) return "Nothing is known to be planted in the activations of this run.";
  const picked = known.flatMap(({ one, truth }) =>
    (one.shared ?? one.own).selected.map(({ layer, position }) => ({
      off: Math.abs(one.layers.indexOf(layer) - truth.layer),
      same: position === truth.position,
    }))
  );
  const near = picked.filter(({ off }) => off <= 1).length, same = picked.filter(({ same }) => same).length;
  const told = [0, 1].flatMap((some) => {
    const of = known.filter(({ truth }) => Number(truth.specific > 0) === some).map(({ one }) => one);
    const found = of.filter(({ specific }) => specific?.decoded).length;
    const what = some === 0 ? "Nothing specific" : "A plan of its own";
    return of.length === 0
      ? []
      : [` ${what} is planted in ${of.length} models; a specific part is decoded in **${found}** of them.`];
  });
  return `Of ${picked.length} outer folds ${near} read the shared layout within one layer of where it is planted most ` +
    `strongly, ${same} at that position.${told.join("")}`;
}

function plantedIn(planted: Record<string, unknown> | undefined, model: string): Planted | undefined {
  return (planted?.activations as Record<string, Planted> | undefined)?.[model];
}
