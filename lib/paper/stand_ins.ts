import type { RunManifest } from "lib/run/mod.ts";
import { slugOf } from "./published.ts";

/** Which of a run's models is which of the paper's. */
export interface StandIns {
  /** By the paper's slug, such as `glm_4_32b`; the pilot that is no part of the roster is `pilot_7b`. */
  models: ReadonlyMap<string, string>;
  /** Whether they are those very models; otherwise simulated ones stand in their places, in order. */
  same: boolean;
}

/** What the paper's pilots are called in quantities. */
export const PILOTS = { "14b": "qwen2_5_coder_14b", "7b": "pilot_7b" } as const;

/**
 * Finds the paper's models in a run.
 *
 * A real run's model is one of the paper's where its name holds that one's letters and digits in a row
 * (`THUDM/GLM-4-32B-0414` is GLM-4 32B, `Qwen/Qwen2.5-Coder-7B-Instruct` the 7B pilot); `options.named` says what names
 * do not. In a simulated run the i-th model stands in the place of the i-th of the paper, and the smallest one in that of
 * the 7B pilot: a place to compute in, never a comparison.
 *
 * @param roster The paper's models, in its order.
 * @param options.named The run's model by the paper's name.
 * @throws {RangeError} If two of a run's models are one of the paper's, or a named one is unknown.
 */
export function standIns(
  { origin, models }: Pick<RunManifest, "origin" | "models">,
  roster: readonly string[],
  options: { named?: Readonly<Record<string, string>> } = {},
): StandIns {
  const ids = models.map(({ id }) => id);
  const names = new Map([...roster.map((name) => [slugOf(name), name] as const), [
    PILOTS["7b"],
    "Qwen2.5-Coder 7B",
  ]]);
  const found = new Map<string, string>();
  if (origin === "simulated") {
    for (const [i, name] of roster.entries()) if (ids[i] !== undefined) found.set(slugOf(name), ids[i]);
    const sized = models.filter(({ size }) => size !== undefined);
    const smallest = sized.reduce((a, b) => b.size! < a.size! ? b : a, sized[0]);
    if (smallest) found.set(PILOTS["7b"], smallest.id);
  } else {
    for (const [slug, name] of names) {
      const fits = ids.filter((id) => bare(id).includes(bare(name)));
      if (fits.length > 1) {
        throw new RangeError(
          `Cannot tell the run's models apart: ${name} must be one of them, got ${fits.join(" and ")}`,
        );
      }
      if (fits.length === 1) found.set(slug, fits[0]);
    }
  }
  for (const [name, id] of Object.entries(options.named ?? {})) {
    const slug = [...names].find(([slug, own]) => own === name || slug === name)?.[0];
    if (slug === undefined || !ids.includes(id)) {
      throw new RangeError(
        `Cannot name a model: "${name}" must be one of the paper's and "${id}" one of the run's`,
      );
    }
    found.set(slug, id);
  }
  return { models: found, same: origin !== "simulated" };
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
