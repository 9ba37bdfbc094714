import type { ChatMessage } from "lib/models/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { type Generation, MEDIA, type Medium, type Task, TASKS } from "lib/run/mod.ts";
import {
  describe,
  fillPrompt,
  icons,
  itemIds,
  ladder,
  layoutPrompts,
  loadPrompt,
  periodicity,
  type Reference,
  references,
} from "lib/tasks/mod.ts";

/** One attempt to be asked for. */
export interface GenerationAsk
  extends Pick<Generation, "model" | "task" | "medium" | "item" | "sample" | "temperature" | "seed"> {
  maxTokens: number;
  messages: ChatMessage[];
}

/** Attempts at an item unless said otherwise: one greedy, and ten or eleven stochastic ones. */
export const SAMPLES: Readonly<Record<Task, number>> = { layout: 11, translation: 12, ladder: 12, icons: 12 };

/** The temperature of stochastic attempts. */
export const TEMPERATURE = 0.7;

/** Most tokens of a reply unless said otherwise: markup needs more. */
export const MAX_TOKENS: Readonly<Record<Medium, number>> = { canvas: 1024, svg: 2048 };

export interface ScheduleOptions {
  tasks: readonly Task[];
  medium: Medium;
  seed: number;
  /** Attempts an item, the greedy one among them; `SAMPLES` unless given. */
  samples?: number;
  /** `MAX_TOKENS` unless given. */
  maxTokens?: number;
  /** Whether the system prompt goes to the head of the user's message: some models' templates know no system role. */
  foldSystem?: boolean;
}

/**
 * What a model is to be asked: the paper's prompts on the paper's schedule.
 *
 * A layout prompt is put into its wrapper, a reference's description is the user message as it is. Sample 0 is greedy
 * (temperature 0), the others are at 0.7. Every attempt has a seed of its own, drawn from the run's seed and the
 * attempt's key, so that no order of asking changes it.
 *
 * @returns All first samples, then all second ones, ...: a collection that ends early is even over items.
 * @throws {RangeError} If SVG is asked for another task than layout: the paper has no such arm.
 *
 * @example
 * ```ts
 * import { generationAsks } from "lib/collect/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const asks = generationAsks("tiny", { tasks: ["layout"], medium: "svg", seed: 1 });
 * deepStrictEqual([asks.length, asks[0].temperature, asks[150].temperature], [1650, 0, 0.7]);
 * deepStrictEqual(asks[0].messages[1].content, "Generate an SVG image: A filled red circle.");
 * ```
 */
export function generationAsks(model: string, options: ScheduleOptions): GenerationAsk[] {
  const { medium, seed, foldSystem = false, maxTokens = MAX_TOKENS[medium] } = options;
  const tasks = TASKS.filter((task) => options.tasks.includes(task));
  const other = tasks.find((task) => task !== "layout");
  if (medium === "svg" && other !== undefined) {
    throw new RangeError(`Cannot ask for SVG: the task must be layout, got ${other}`);
  }
  const system = loadPrompt(`${medium}_system`);
  const items = tasks.flatMap((task) =>
    userMessages(task, medium).map(({ item, text }) => ({ task, item, messages: messagesOf(text) }))
  );
  function messagesOf(user: string): ChatMessage[] {
    return foldSystem
      ? [{ role: "user", content: `${system}\n\n${user}` }]
      : [{ role: "system", content: system }, { role: "user", content: user }];
  }
  const samples = (task: Task) => options.samples ?? SAMPLES[task];
  const most = Math.max(0, ...tasks.map(samples));
  return Array.from(
    { length: most },
    (_, sample) =>
      items.filter(({ task }) => sample < samples(task)).map(({ task, item, messages }) => ({
        model,
        task,
        medium,
        item,
        sample,
        temperature: sample === 0 ? 0 : TEMPERATURE,
        seed: askSeed(seed, "collect", model, task, medium, item, sample),
        maxTokens,
        messages,
      })),
  ).flat();
}

/** An ask's own seed: a positive 31-bit integer, which every server takes and none for "at random". */
export function askSeed(seed: number, ...key: (string | number)[]): number {
  return 1 + randomStream(seed, ...key).below(2 ** 31 - 2);
}

/** The order of a generations file: by task, medium, item (as the task lists them) and sample. */
export function generationOrder(): (a: Generation, b: Generation) => number {
  const orders = new Map(TASKS.map((task) => [task, orderOf(itemIds(task))]));
  return (a, b) =>
    TASKS.indexOf(a.task) - TASKS.indexOf(b.task) || MEDIA.indexOf(a.medium) - MEDIA.indexOf(b.medium) ||
    orders.get(a.task)!(a.item, b.item) || a.sample - b.sample;
}

/** The order of a list's own members, others behind them by their code units. */
export function orderOf(list: Iterable<string>): (a: string, b: string) => number {
  const ranks = new Map([...list].map((name, i) => [name, i]));
  const rank = (name: string) => ranks.get(name) ?? ranks.size;
  return (a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function userMessages(task: Task, medium: Medium): { item: string; text: string }[] {
  if (task === "layout") {
    const wrapper = loadPrompt(`${medium}_user`);
    return layoutPrompts().map(({ id, text }) => ({ item: id, text: fillPrompt(wrapper, text) }));
  }
  return referencesOf(task).map((reference) => ({ item: reference.id, text: describe(reference) }));
}

function referencesOf(task: Exclude<Task, "layout">): Reference[] {
  switch (task) {
    case "translation":
      return references();
    case "ladder":
      return [...ladder(), ...periodicity()];
    case "icons":
      return icons();
  }
}
