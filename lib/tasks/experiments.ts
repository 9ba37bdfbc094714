import type { PromptName } from "./load_prompt.ts";

/** What an experiment tells its models and judges. */
export interface Experiment {
  experiment: string;
  /** The models' system prompt. */
  system: PromptName;
  /** The wrapper of the models' user message, or null where the message is the text as it is. */
  user: PromptName | null;
  /** The judges' system prompt, or null where no judge is asked. */
  judge: PromptName | null;
  /** The two cells of the paper's Table 4, such as "Canvas (A.2.1)" and "Pixel-art (A.2.3)". */
  generation: string;
  judging: string;
  /** A remark on the generation prompt, or null. */
  note: string | null;
}

interface Manifest {
  prompts: Record<string, { label: string; section: string }>;
  notes: Record<string, string>;
  experiments: {
    experiment: string;
    system: PromptName;
    user: PromptName | null;
    judge: PromptName | null;
    without_judge?: string;
    note?: string;
  }[];
}

/**
 * Which experiment uses which prompt files, in the order of the paper's Table 4, read from `prompts/experiments.json`.
 *
 * @example
 * ```ts
 * import { experiments } from "lib/tasks/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const [translation, layout] = experiments();
 * deepStrictEqual([translation.generation, translation.user], ["Canvas (A.2.1)", null]);
 * deepStrictEqual([layout.judging, layout.judge], ["Pixel-art (A.2.3)", "judge_pixel_art"]);
 * ```
 */
export function experiments(): Experiment[] {
  const url = new URL("../../prompts/experiments.json", import.meta.url);
  const manifest: Manifest = JSON.parse(Deno.readTextFileSync(url));
  const cell = (name: PromptName) => `${manifest.prompts[name].label} (${manifest.prompts[name].section})`;
  return manifest.experiments.map(({ experiment, system, user, judge, without_judge, note }) => ({
    experiment,
    system,
    user,
    judge,
    generation: cell(system),
    judging: judge ? cell(judge) : `- (${without_judge})`,
    note: note ? manifest.notes[note] : null,
  }));
}
