import type { Generation } from "lib/run/mod.ts";
import type { GenerationAsk } from "./generation_asks.ts";

/** How much a plan asks for, by task and medium. */
export interface PlannedTask {
  task: Generation["task"];
  medium: Generation["medium"];
  items: number;
  attempts: number;
  /** Most tokens of all replies together. */
  tokens: number;
}

/**
 * What is to be asked, in sum: a dry run.
 *
 * @example
 * ```ts
 * import { askPlan, generationAsks } from "lib/collect/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const asks = generationAsks("tiny", { tasks: ["icons"], medium: "canvas", seed: 1 });
 * deepStrictEqual(askPlan(asks), [
 *   { task: "icons", medium: "canvas", items: 13, attempts: 156, tokens: 156 * 1024 },
 * ]);
 * ```
 */
export function askPlan(asks: readonly GenerationAsk[]): PlannedTask[] {
  return [...Map.groupBy(asks, ({ task, medium }) => `${task} ${medium}`).values()].map((own) => ({
    task: own[0].task,
    medium: own[0].medium,
    items: new Set(own.map(({ item }) => item)).size,
    attempts: own.length,
    tokens: own.reduce((sum, { maxTokens }) => sum + maxTokens, 0),
  }));
}
