import type { Run, Task } from "lib/run/mod.ts";
import { piou } from "lib/score/mod.ts";
import { icons, ladder, periodicity, references, type Scene } from "lib/tasks/mod.ts";
import { type Attempt, extendAttempt } from "./attempt.ts";
import { attemptBlocks } from "./render_attempts.ts";

/** A translation attempt with its scores; 0 on all of them where its program is invalid, as the paper counts. */
export interface ScoredAttempt extends Attempt {
  piou: number;
  piouPen: number;
  overpaint: number;
  /** PIoU where a primitive may only go to a part of its own colour. */
  strict: number;
  pass: boolean;
  /** Parts of the reference. */
  parts: number;
}

/**
 * Scores every answered attempt of a task that has references (translation, ladder, icons).
 *
 * @returns Attempts in the run's order; those whose request failed at the server are not among them (`funnel` counts
 * them).
 * @throws {RangeError} If the task is layout: it has no reference to score against.
 */
export async function scoreAttempts(
  run: Run,
  task: Task,
  options: { models?: readonly string[]; onProgress?: (share: number) => void } = {},
): Promise<ScoredAttempt[]> {
  const scenes = referencesOf(task);
  const scored: ScoredAttempt[] = [];
  for await (const block of attemptBlocks(run, task, options)) { // while their drawings are at hand
    for (const attempt of block) {
      if (attempt.status !== null) scored.push(scoreAttempt(attempt, scenes.get(attempt.item)!));
    }
  }
  return scored;
}

/** Scores one attempt against its reference. */
export function scoreAttempt(attempt: Attempt, reference: Scene): ScoredAttempt {
  const parts = reference.parts.length;
  if (attempt.status !== "ok") {
    return extendAttempt(attempt, { piou: 0, piouPen: 0, overpaint: 0, strict: 0, pass: false, parts });
  }
  const { primitives } = attempt;
  const { piouPen, overpaint, pass, ...score } = piou(reference.parts, primitives);
  const strict = piou(reference.parts, primitives, { colorStrict: true }).piou;
  return extendAttempt(attempt, { piou: score.piou, piouPen, overpaint, strict, pass, parts });
}

/** The references of a task by item. */
export function referencesOf(task: Task): Map<string, Scene> {
  const scenes: Partial<Record<Task, () => Scene[]>> = {
    translation: references,
    ladder: () => [...ladder(), ...periodicity()],
    icons,
  };
  const list = scenes[task];
  if (!list) throw new RangeError(`Cannot score ${task}: it has no references`);
  return new Map(list().map((scene) => [scene.id, scene]));
}
