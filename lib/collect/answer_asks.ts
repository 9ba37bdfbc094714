import type { ChatMessage } from "lib/models/mod.ts";
import {
  bridgeItemOf,
  type BridgeMedium,
  bridgePrompt,
  bridgeRows,
  loadProtocolPrompt,
} from "lib/protocols/mod.ts";
import type { Answer } from "lib/run/mod.ts";
import { loadPrompt } from "lib/tasks/mod.ts";
import { askSeed, orderOf, TEMPERATURE } from "./generation_asks.ts";

/** One answer to be asked for. */
export interface AnswerAsk
  extends Pick<Answer, "model" | "row" | "interface" | "medium" | "sample" | "temperature" | "seed"> {
  maxTokens: number;
  messages: ChatMessage[];
}

/** Most tokens of a reply unless said otherwise: markup needs more. */
export const ANSWER_TOKENS: Readonly<Record<BridgeMedium, number>> = { text: 1024, canvas: 1024, svg: 2048 };

const MEDIA: readonly BridgeMedium[] = ["text", "canvas", "svg"];

/**
 * What a model is asked to tell and to show: every item of the bridge in each of the media, the telling and the
 * showing in calls of their own that know nothing of each other.
 *
 * Drawings are asked for under the same system prompts as the rest of the suite, words under one that explains the
 * grid. Sample 0 is greedy, the others at 0.7; each ask has a seed of its own.
 *
 * @param options.media `text`, `canvas`, `svg`; words and canvas unless given.
 * @param options.samples Answers an item and medium, 1 unless given.
 * @returns All first samples, then all second ones: item by item, in the order of the media.
 *
 * @example
 * ```ts
 * import { answerAsks } from "lib/collect/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const asks = answerAsks("tiny", { seed: 1 });
 * deepStrictEqual([asks.length, asks[0].row, asks[0].medium, asks[1].medium], [360, "direction-00", "text", "canvas"]);
 * ```
 */
export function answerAsks(
  model: string,
  options: {
    seed: number;
    media?: readonly BridgeMedium[];
    samples?: number;
    maxTokens?: number;
    foldSystem?: boolean;
  },
): AnswerAsk[] {
  const { seed, media = ["text", "canvas"], samples = 1, foldSystem = false } = options;
  const wanted = MEDIA.filter((medium) => media.includes(medium));
  const systems = new Map(wanted.map((medium) => [medium, systemOf(medium)]));
  const asked = bridgeRows().flatMap((row) => {
    const item = bridgeItemOf(row)!;
    return wanted.map((medium) => {
      const system = systems.get(medium)!, user = bridgePrompt(item, medium);
      const messages: ChatMessage[] = foldSystem
        ? [{ role: "user", content: `${system}\n\n${user}` }]
        : [{ role: "system", content: system }, { role: "user", content: user }];
      return { row, medium, messages };
    });
  });
  return Array.from({ length: samples }, (_, sample) =>
    asked.map(({ row, medium, messages }) => ({
      model,
      row,
      interface: medium === "text" ? "text" as const : "visual" as const,
      medium,
      sample,
      temperature: sample === 0 ? 0 : TEMPERATURE,
      seed: askSeed(seed, "collect", model, "showtell", medium, row, sample),
      maxTokens: options.maxTokens ?? ANSWER_TOKENS[medium],
      messages,
    }))).flat();
}

/** The order of an answers file: by row (the bridge's as it lists them), medium and sample. */
export function answerOrder(): (a: Answer, b: Answer) => number {
  const rows = orderOf(bridgeRows()), media = orderOf([...MEDIA, "picture"]);
  return (a, b) => rows(a.row, b.row) || media(a.medium, b.medium) || a.sample - b.sample;
}

function systemOf(medium: BridgeMedium): string {
  return medium === "text" ? loadProtocolPrompt("told") : loadPrompt(`${medium}_system`);
}
