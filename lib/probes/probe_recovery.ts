import type { Recovery } from "lib/attempts/mod.ts";
import type { ProbeStudy } from "./probe_study.ts";

/** What run.json says was planted in a model's activations. */
interface Planted {
  layer: number;
  position: string;
  specific: number;
  r2?: { own: number; shared: number; specific: number };
}

/**
 * The R2 that the simulator makes these probes expect beside those they reached, by model and target; empty unless it
 * is known for what was planted.
 */
export function probeRecovery(
  { models }: Pick<ProbeStudy, "models">,
  planted: Record<string, unknown> | undefined,
): Recovery[] {
  return models.flatMap((one) =>
    (["own", "shared", "specific"] as const).flatMap((component): Recovery[] => {
      const expected = plantedIn(planted, one.model)?.r2?.[component], found = one[component];
      if (expected === undefined || found === null) return [];
      const { estimate, low, high } = found.probe;
      return [{
        quantity: `R² of the ${component} layout`,
        model: one.model,
        planted: expected,
        estimate,
        low,
        high,
        n: found.prompts,
      }];
    })
  );
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
  const specific = known.filter(({ truth }) => truth.specific > 0).map(({ one }) => one);
  const found = (list: readonly ProbeStudy["models"][number][]) =>
    list.filter(({ specific }) => specific?.decoded).length;
  const nothing = known.filter(({ truth }) => truth.specific === 0).map(({ one }) => one);
  return `Of ${picked.length} outer folds ${near} read the shared layout within one layer of where it is planted most ` +
    `strongly, ${same} at that position. ` +
    (nothing.length === 0
      ? ""
      : `Nothing specific is planted in ${nothing.length} models, and it is decoded in ${
        found(nothing)
      } of them. `) +
    (specific.length === 0
      ? ""
      : `A plan of its own is planted in ${specific.length} models, and it is decoded in ${
        found(specific)
      } of them.`);
}

function plantedIn(planted: Record<string, unknown> | undefined, model: string): Planted | undefined {
  return (planted?.activations as Record<string, Planted> | undefined)?.[model];
}
