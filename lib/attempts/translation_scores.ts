import type { Run, Task } from "lib/run/mod.ts";
import { piou } from "lib/score/mod.ts";
import { icons, ladder, periodicity, references, type Scene } from "lib/tasks/mod.ts";
import { type Attempt, renderAttempts } from "./render_attempts.ts";

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
  const attempts = await renderAttempts(run, task, options);
  return attempts.filter((attempt) => attempt.status !== null)
    .map((attempt) => scoreAttempt(attempt, scenes.get(attempt.item)!));
}

/** Scores one attempt against its reference. */
export function scoreAttempt(attempt: Attempt, reference: Scene): ScoredAttempt {
  const parts = reference.parts.length;
  if (attempt.status !== "ok") {
    return { ...attempt, piou: 0, piouPen: 0, overpaint: 0, strict: 0, pass: false, parts };
  }
  const score = piou(reference.parts, attempt.primitives);
  const strict = piou(reference.parts, attempt.primitives, { colorStrict: true }).piou;
  return {
    ...attempt,
    piou: score.piou,
    piouPen: score.piouPen,
    overpaint: score.overpaint,
    strict,
    pass: score.pass,
    parts,
  };
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
