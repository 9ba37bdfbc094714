import { errorPattern, isTrivial, type Primitive, type Raster, rasterize } from "lib/canvas/mod.ts";
import { renderAll } from "lib/program/mod.ts";
import { frameOf, readParquet, type Run, writeParquet } from "lib/run/mod.ts";
import type { Task } from "lib/run/mod.ts";
import { cachePath } from "./cache.ts";

/** One answered or failed attempt on the canvas and what its reply came to. */
export interface Attempt {
  model: string;
  task: Task;
  item: string;
  sample: number;
  /** Null where the request failed at the server: neither valid nor invalid, out of every rate. */
  status: AttemptStatus | null;
  /** The exception's class, the forbidden name or the class of syntax error; null where there is none. */
  errorType: string | null;
  /** In words and with its line in the extracted code; null where there is none. */
  errorMessage: string | null;
  errorLine: number | null;
  /** Every drawing call in order, `fill` too; empty unless `ok`. */
  primitives: Primitive[];
  trivial: boolean;
  entropy: number | null;
  tokens: number | null;
  reply: string | null;
}

export type AttemptStatus =
  | "ok"
  | "empty"
  | "syntax_error"
  | "forbidden"
  | "runtime_error"
  | "timeout"
  | "memory";

/**
 * Runs the replies of a run's canvas attempts at a task, or takes what an earlier call found for the same replies
 * and the same executor from the cache.
 *
 * @param options.models The models wanted, by default all of the run.
 * @param options.onProgress Called with the share done, in [0, 1].
 * @returns Attempts by model in the run's order, then as the files have them.
 */
export async function renderAttempts(
  run: Run,
  task: Task,
  options: { models?: readonly string[]; onProgress?: (share: number) => void } = {},
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const models = options.models ?? run.models;
  for (const [at, model] of models.entries()) {
    const rows = canvasRows(run, task, model);
    const outcomes = await outcomesOf(
      rows.reply,
      (share) => options.onProgress?.((at + share) / models.length),
    );
    for (const [i, reply] of rows.reply.entries()) {
      const outcome = outcomes[i];
      const primitives: Primitive[] = outcome === null ? [] : JSON.parse(outcome.primitives);
      attempts.push({
        model,
        task,
        item: rows.item[i],
        sample: rows.sample[i],
        status: outcome === null ? null : outcome.status as AttemptStatus,
        errorType: outcome?.errorType ?? null,
        errorMessage: outcome?.errorMessage ?? null,
        errorLine: outcome?.errorLine ?? null,
        primitives,
        trivial: outcome?.status === "ok" && isTrivial(rasterize(primitives)),
        entropy: rows.entropy[i],
        tokens: rows.tokens[i],
        reply,
      });
    }
  }
  return attempts;
}

/** The cells of an attempt: its drawing, or the error pattern where its program is not valid. */
export function attemptRaster(attempt: Pick<Attempt, "status" | "primitives">): Raster {
  return attempt.status === "ok" ? rasterize(attempt.primitives) : errorPattern();
}

function canvasRows(run: Run, task: Task, model: string) {
  const frame = run.table("generations", model);
  const columns = {
    task: frame.getColumn("task").toArray() as string[],
    medium: frame.getColumn("medium").toArray() as string[],
  };
  const wanted: number[] = [];
  for (let i = 0; i < frame.height; i++) {
    if (columns.task[i] === task && columns.medium[i] === "canvas") wanted.push(i);
  }
  const pick = <T>(name: string): T[] => {
    const values = frame.getColumn(name).toArray() as T[];
    return wanted.map((i) => values[i]);
  };
  return {
    item: pick<string>("item"),
    sample: pick<number>("sample").map(Number),
    reply: pick<string | null>("reply"),
    entropy: pick<number | null>("entropy"),
    tokens: pick<number | null>("tokens").map((value) => value === null ? null : Number(value)),
  };
}

/** What a reply came to when it was run. */
export interface Outcome {
  status: string;
  errorType: string | null;
  errorMessage: string | null;
  errorLine: number | null;
  /** JSON. */
  primitives: string;
}

const OUTCOME_TYPES = {
  status: "text",
  errorType: "text",
  errorMessage: "text",
  errorLine: "integer",
  primitives: "text",
} as const;

/** What each reply came to, null for null. A result cut short by the wall clock is not kept for later. */
export async function outcomesOf(
  replies: readonly (string | null)[],
  onProgress: (share: number) => void = () => {},
): Promise<(Outcome | null)[]> {
  const asked = replies.filter((reply) => reply !== null);
  const path = await cachePath("programs", asked);
  let outcomes = readOutcomes(path, asked.length);
  if (!outcomes) {
    const results = await renderAll(asked, {
      onProgress: (done: number, total: number) => onProgress(done / total),
    });
    outcomes = results.map((result) => ({
      status: result.status,
      errorType: result.error?.type ?? null,
      errorMessage: result.error?.message ?? null,
      errorLine: result.error?.line ?? null,
      primitives: JSON.stringify(result.primitives),
    }));
    if (!results.some((result) => result.limit === "wall")) writeOutcomes(path, outcomes);
  }
  let next = 0;
  return replies.map((reply) => reply === null ? null : outcomes[next++]);
}

function readOutcomes(path: string, count: number): Outcome[] | null {
  try {
    const frame = readParquet(path);
    if (frame.height !== count) return null;
    const column = <T>(name: keyof typeof OUTCOME_TYPES) => frame.getColumn(name).toArray() as T[];
    const columns = {
      status: column<string>("status"),
      errorType: column<string | null>("errorType"),
      errorMessage: column<string | null>("errorMessage"),
      errorLine: column<number | null>("errorLine"),
      primitives: column<string>("primitives"),
    };
    return Array.from({ length: count }, (_, i) => ({
      status: columns.status[i],
      errorType: columns.errorType[i],
      errorMessage: columns.errorMessage[i],
      errorLine: columns.errorLine[i] === null ? null : Number(columns.errorLine[i]),
      primitives: columns.primitives[i],
    }));
  } catch {
    return null; // not there, or torn: made anew
  }
}

function writeOutcomes(path: string, outcomes: readonly Outcome[]): void {
  writeParquet(
    frameOf(OUTCOME_TYPES, {
      status: outcomes.map((outcome) => outcome.status),
      errorType: outcomes.map((outcome) => outcome.errorType),
      errorMessage: outcomes.map((outcome) => outcome.errorMessage),
      errorLine: outcomes.map((outcome) => outcome.errorLine),
      primitives: outcomes.map((outcome) => outcome.primitives),
    }),
    path,
  );
}
