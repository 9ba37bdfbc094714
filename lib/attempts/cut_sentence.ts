import type { Run, Task } from "lib/run/mod.ts";
import { shareText } from "./validity.ts";

/**
 * How many answered attempts were cut off at their token limit, over all models and for each that has any: a program
 * that never ends is no program, whatever it began.
 *
 * @returns A sentence of Markdown, which also says how many endings the servers did not tell.
 */
export function cutSentence(run: Run, options: { task: Task; medium?: "canvas" | "svg" }): string {
  const { task, medium = "canvas" } = options;
  const byModel = run.models.map((model) => ({ model, endings: endingsOf(run, model, task, medium) }));
  const all = byModel.flatMap(({ endings }) => endings);
  if (all.length === 0) return `This run holds no answered attempt at ${task} on ${medium}.`;
  const isCut = (ending: string | null) => ending === "length";
  const untold = all.filter((ending) => ending === null).length;
  const rest = untold === 0 ? "" : ` Of ${untold} the server did not say how they ended.`;
  const cut = all.filter(isCut).length;
  if (cut === 0) return `No reply was cut off at its token limit.${rest}`;
  const each = byModel.filter(({ endings }) => endings.some(isCut))
    .map(({ model, endings }) => `\`${model}\` ${shareText(endings, isCut)}`);
  return `**${cut}** of ${all.length} replies (${
    shareText(all, isCut)
  }) were cut off at their token limit: ` +
    `${each.join(", ")}.${rest}`;
}

/** How each of a model's answered attempts ended. */
function endingsOf(run: Run, model: string, task: Task, medium: string): (string | null)[] {
  const endings: (string | null)[] = [];
  for (const { frame } of run.blocks("generations", model, ["task", "medium", "error", "finish"])) {
    const column = (name: string) => frame.getColumn(name).toArray() as (string | null)[];
    const [tasks, media, errors, finishes] = ["task", "medium", "error", "finish"].map(column);
    for (let i = 0; i < frame.height; i++) {
      if (tasks[i] === task && media[i] === medium && errors[i] === null) endings.push(finishes[i]);
    }
  }
  return endings;
}
