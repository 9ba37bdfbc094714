import { type CausalItem, causalItems, chooseItems } from "lib/causal/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import {
  addTable,
  ARMS,
  columnTypes,
  type Continuation,
  type DataFrame,
  frameOf,
  readRun,
  writeManifest,
} from "lib/run/mod.ts";
import { continuationReply } from "./continuation_reply.ts";
import { type ContinuationTruth, continuationTruth } from "./continuation_truth.ts";
import { bentsOf, chance, type Continuer, CONTINUERS, drawsOn } from "./continuer.ts";
import { failedRequest } from "./layout_attempt.ts";
import { REQUEST_FAILURE } from "./roster.ts";

/** Continuations of an item and arm: one greedy, eight stochastic. */
const SAMPLES = 9;

/**
 * Adds continuations to a simulated run: of two models as many items as the paper has, four arms, nine continuations
 * each, 26,316 in all, with the truth that they were drawn from.
 *
 * A model that the run lacks is passed over; one with fewer items than wanted has all of them continued.
 */
export async function simulateContinuations(
  dir: string,
  seed: number,
  options: { continuers?: readonly Continuer[] } = {},
): Promise<void> {
  const run = await readRun(dir);
  const truth: Record<string, ContinuationTruth & { items: number }> = {};
  for (const continuer of options.continuers ?? CONTINUERS) {
    const { model } = continuer;
    if (!run.models.includes(model)) continue;
    const found = await causalItems(run, { models: [model], seed });
    const items = chooseItems(found.items, continuer.items, seed);
    if (items.length === 0) continue;
    await addTable(dir, "continuations", continuationFrame(continuationRows(continuer, items, seed)), {
      owner: model,
    });
    truth[model] = { items: items.length, ...continuationTruth(continuer, items, { seed }) };
  }
  const { manifest } = await readRun(dir);
  writeManifest(dir, { ...manifest, planted: { ...manifest.planted, continuations: truth } });
}

/** One model's continuations, by item, arm and sample. */
function continuationRows(continuer: Continuer, items: readonly CausalItem[], seed: number): Continuation[] {
  const bents = bentsOf(continuer, items, { seed, repeat: 0 });
  return items.flatMap((item, i) =>
    ARMS.flatMap((arm) =>
      Array.from({ length: SAMPLES }, (_, sample): Continuation => {
        const { model, item: prompt, source } = item;
        const random = randomStream(seed, "continuation", model, prompt, source, arm, sample);
        const key = { model, item: prompt, source, arm, sample };
        const handed = { temperature: sample === 0 ? 0 : 0.7, prefix: item.prefixes[arm] };
        if (random.next() < REQUEST_FAILURE) {
          const { seed: own, reply, error, finish } = failedRequest(sample, random);
          return { ...key, ...handed, seed: own, reply, error, finish };
        }
        const draws = chance(drawsOn(continuer, bents[i], item, arm));
        const moved = arm === "moved_unused" || arm === "moved_used";
        const fate = {
          draws: sample === 0 ? draws > 0.5 : random.next() < draws,
          loops: random.next() < (moved ? continuer.loops : 0),
          restates: random.next() < continuer.restates[arm],
          valid: random.next() < continuer.valid,
        };
        const answer = continuationReply(item, arm, fate, random);
        return { ...key, ...handed, seed: random.below(2 ** 31), ...answer, error: null };
      })
    )
  );
}

/** Continuations as a frame with the columns of their file. */
export function continuationFrame(rows: readonly Continuation[]): DataFrame {
  const types = columnTypes("continuations");
  return frameOf(
    types,
    Object.fromEntries(
      Object.keys(types).map((column) => [column, rows.map((row) => row[column as keyof Continuation])]),
    ),
  );
}
