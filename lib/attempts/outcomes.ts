import { renderAll } from "lib/program/mod.ts";
import { type DataFrame, frameOf, type Medium, readParquet, writeParquet } from "lib/run/mod.ts";
import { cachePath } from "./cache.ts";
import { LazyTexts } from "./lazy_texts.ts";

/** What a reply came to when it was run. */
export interface Outcome {
  status: string;
  errorType: string | null;
  errorMessage: string | null;
  errorLine: number | null;
  trivial: boolean;
  /** JSON. */
  primitives: string;
}

/** What each reply came to, null for null; as `storedOutcomes`, all of them held. */
export async function outcomesOf(
  replies: readonly (string | null)[],
  onProgress: (share: number) => void = () => {},
): Promise<(Outcome | null)[]> {
  const found = await storedOutcomes(replies.filter((reply) => reply !== null), onProgress);
  let next = 0;
  return replies.map((reply) => {
    if (reply === null) return null;
    const k = next++;
    return {
      status: found.status[k],
      errorType: found.errorType[k],
      errorMessage: found.errorMessage[k],
      errorLine: found.errorLine[k],
      trivial: found.trivial[k],
      primitives: found.primitives.at(k)!,
    };
  });
}

/** What replies came to, column by column. */
export interface Outcomes {
  status: string[];
  errorType: (string | null)[];
  errorMessage: (string | null)[];
  errorLine: (number | null)[];
  trivial: boolean[];
  /** JSON; on disk. */
  primitives: LazyTexts;
}

const TYPES = {
  status: "text",
  errorType: "text",
  errorMessage: "text",
  errorLine: "integer",
  trivial: "boolean",
  primitives: "text",
} as const;

/**
 * Runs replies, or takes what an earlier call found for the same replies and the same executor from the cache.
 *
 * What was cut short by the wall clock is not kept for later, since another machine, or this one, might not have met that
 * limit.
 */
export async function storedOutcomes(
  replies: readonly string[],
  onProgress: (share: number) => void,
  medium: Medium = "canvas",
): Promise<Outcomes> {
  const path = await cachePath(medium === "canvas" ? "programs" : "svgs", replies);
  const there = readOutcomes(path, replies.length);
  if (there) return there;
  const results = await renderAll(replies, {
    medium,
    onProgress: (done: number, total: number) => onProgress(done / total),
  });
  const primitives = results.map((result) => JSON.stringify(result.primitives));
  const outcomes = {
    status: results.map((result) => result.status),
    errorType: results.map((result) => result.error?.type ?? null),
    errorMessage: results.map((result) => result.error?.message ?? null),
    errorLine: results.map((result) => result.error?.line ?? null),
    trivial: results.map((result) => result.trivial),
  };
  const lasting = !results.some((result) => result.limit === "wall");
  if (lasting) writeParquet(frameOf(TYPES, { ...outcomes, primitives }), path);
  return { ...outcomes, primitives: lasting ? onDisk(path, primitives) : inMemory(primitives) };
}

/** Both in functions of their own: closures that share a scope would share, and hold, the texts. */
function onDisk(path: string, primitives: readonly string[]): LazyTexts {
  return new LazyTexts(reader(path), primitives);
}

function inMemory(primitives: readonly string[]): LazyTexts {
  return new LazyTexts(() => primitives, primitives);
}

function reader(path: string): () => string[] {
  return () => textsIn(path);
}

function readOutcomes(path: string, count: number): Outcomes | null {
  let frame: DataFrame;
  try {
    frame = readParquet(path);
    if (frame.height !== count) return null;
    const column = <T>(name: keyof typeof TYPES) => frame.getColumn(name).toArray() as T[];
    return {
      status: column("status"),
      errorType: column("errorType"),
      errorMessage: column("errorMessage"),
      errorLine: column<number | null>("errorLine").map((line) => line === null ? null : Number(line)),
      trivial: column("trivial"),
      primitives: onDisk(path, column("primitives")),
    };
  } catch {
    return null; // not there, torn, or without a column: made anew
  }
}

function textsIn(path: string): string[] {
  try {
    return readParquet(path).getColumn("primitives").toArray() as string[];
  } catch {
    throw new Error(`Cannot read drawings: ${path} was removed while it was in use`);
  }
}
