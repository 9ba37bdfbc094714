import type { CausalItem } from "lib/causal/mod.ts";
import type { ChatMessage } from "lib/models/mod.ts";
import { ARMS, type Continuation } from "lib/run/mod.ts";
import { askSeed, generationAsks, MAX_TOKENS, TEMPERATURE } from "./generation_asks.ts";

/** One continuation to be asked for. */
export interface CausalAsk extends
  Pick<
    Continuation,
    "model" | "item" | "source" | "arm" | "sample" | "temperature" | "seed" | "prefix"
  > {
  maxTokens: number;
  /** What the generation answered: system and user. */
  messages: ChatMessage[];
}

export interface CausalScheduleOptions {
  seed: number;
  /** Continuations an item and arm, the greedy one among them; 9 unless given. */
  samples?: number;
  /** 1024 unless given, as for the generations. */
  maxTokens?: number;
  /** As the generations were asked for. */
  foldSystem?: boolean;
}

/**
 * What a model is to go on with: every item in every arm, once greedily and else at the generations' temperature, behind
 * the very messages that the generation answered.
 *
 * @returns All first samples, then all second ones, ...; within a sample an item's four arms stand together, so that a
 * collection that ends early is even over arms.
 */
export function causalAsks(items: readonly CausalItem[], options: CausalScheduleOptions): CausalAsk[] {
  const { seed, samples = 9, maxTokens = MAX_TOKENS.canvas, foldSystem } = options;
  const asked = generationAsks("", { tasks: ["layout"], medium: "canvas", seed, samples: 1, foldSystem });
  const messages = new Map(asked.map((ask) => [ask.item, ask.messages]));
  return Array.from(
    { length: samples },
    (_, sample) =>
      items.flatMap(({ model, item, source, prefixes }) =>
        ARMS.map((arm) => ({
          model,
          item,
          source,
          arm,
          sample,
          temperature: sample === 0 ? 0 : TEMPERATURE,
          seed: askSeed(seed, "continue", model, item, source, arm, sample),
          prefix: prefixes[arm],
          maxTokens,
          messages: messages.get(item)!,
        }))
      ),
  ).flat();
}
