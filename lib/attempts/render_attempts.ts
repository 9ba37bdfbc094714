import { errorPattern, type Raster, rasterize } from "lib/canvas/mod.ts";
import { fileNameOf, type Medium, parquetBlocks, releaseFrames, type Run, type Task } from "lib/run/mod.ts";
import { type Attempt, type AttemptStatus, storedAttempt } from "./attempt.ts";
import { LazyTexts } from "./lazy_texts.ts";
import { storedOutcomes } from "./outcomes.ts";

/** What attempts are wanted, and whom to tell how far it is. */
export interface RenderAttemptsOptions {
  /** The models wanted, by default all of the run. */
  models?: readonly string[];
  /** The canvas unless given. An SVG is drawn at 24 x 24, which says whether it is valid and trivial; it has no primitives. */
  medium?: Medium;
  /** Called with the share done, in [0, 1]. */
  onProgress?: (share: number) => void;
  /** Attempts that are read and run at a time: 2,048 unless given, which keeps all cores at work. */
  block?: number;
}

/**
 * Runs the replies of a run's attempts at a task in one medium, or takes what an earlier call found for the same replies
 * and the same executor from the cache.
 *
 * Files are read, and replies run, a block at a time. What is held of an attempt are its values; replies and drawings
 * stay on disk.
 *
 * @returns Attempts by model in the run's order, then as the files have them.
 */
export async function renderAttempts(
  run: Run,
  task: Task,
  options: RenderAttemptsOptions = {},
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for await (const block of attemptBlocks(run, task, options)) {
    for (const attempt of block) attempts.push(attempt);
  }
  return attempts;
}

/** `renderAttempts` for those who need not hold all attempts at once: block by block, in the same order. */
export async function* attemptBlocks(
  run: Run,
  task: Task,
  { models = run.models, medium = "canvas", onProgress = () => {}, block = 2048 }: RenderAttemptsOptions = {},
): AsyncGenerator<Attempt[], void> {
  for (const [at, model] of models.entries()) {
    let done = 0;
    for (const rows of blocksOf(run, { task, medium }, model, block)) {
      yield await attemptsOf(run, { task, medium }, model, rows, (share) => {
        onProgress((at + (done + share * rows.length) / rows[0].total) / models.length);
      });
      done += rows.length;
      await releaseFrames();
    }
    onProgress((at + 1) / models.length);
  }
}

/** The cells of a canvas attempt: its drawing, or the error pattern where its program is not valid. */
export function attemptRaster(attempt: Pick<Attempt, "status" | "primitives">): Raster {
  return attempt.status === "ok" ? rasterize(attempt.primitives) : errorPattern();
}

/** A row of a model's file. */
interface Row {
  /** Where it is in the file, from 0, and how many rows that has in all. */
  at: number;
  total: number;
  item: string;
  sample: number;
  reply: string | null;
  entropy: number | null;
  tokens: number | null;
}

const COLUMNS = ["task", "medium", "item", "sample", "reply", "entropy", "tokens"];

/** What of a run is asked about. */
interface Arm {
  task: Task;
  medium: Medium;
}

/** A model's rows at a task in a medium, so many at a time. */
function* blocksOf(run: Run, { task, medium }: Arm, model: string, most: number): Generator<Row[], void> {
  const names = new Map<string, string>(); // items as one string each, however many rows name them
  let rows: Row[] = [], at = 0;
  for (const { frame, total } of run.blocks("generations", model, COLUMNS)) {
    const column = <T>(name: string) => frame.getColumn(name).toArray() as T[];
    const [tasks, media] = [column<string>("task"), column<string>("medium")];
    const [items, samples] = [column<string>("item"), column<number>("sample")];
    const replies = column<string | null>("reply");
    const [entropies, tokens] = [column<number | null>("entropy"), column<number | null>("tokens")];
    for (let i = 0; i < frame.height; i++, at++) {
      if (tasks[i] !== task || media[i] !== medium) continue;
      const item = names.get(items[i]) ?? items[i];
      names.set(item, item);
      rows.push({
        at,
        total,
        item,
        sample: Number(samples[i]),
        reply: replies[i],
        entropy: entropies[i],
        tokens: tokens[i] === null ? null : Number(tokens[i]),
      });
      if (rows.length === most) {
        yield rows;
        rows = [];
      }
    }
  }
  if (rows.length > 0) yield rows;
}

async function attemptsOf(
  run: Run,
  { task, medium }: Arm,
  model: string,
  rows: readonly Row[],
  onProgress: (share: number) => void,
): Promise<Attempt[]> {
  const asked = rows.flatMap(({ reply }) => reply === null ? [] : reply);
  const outcomes = await storedOutcomes(asked, onProgress, medium);
  const replies = repliesOnDisk(run, model, rows.map(({ at }) => at));
  let next = 0;
  return rows.map(({ item, sample, entropy, tokens, reply }, i) => {
    const k = reply === null ? null : next++;
    const values = {
      model,
      task,
      item,
      sample,
      status: k === null ? null : outcomes.status[k] as AttemptStatus,
      errorType: k === null ? null : outcomes.errorType[k],
      errorMessage: k === null ? null : outcomes.errorMessage[k],
      errorLine: k === null ? null : outcomes.errorLine[k],
      trivial: k !== null && outcomes.trivial[k],
      entropy,
      tokens,
    };
    return storedAttempt(values, { replies, reply: i, primitives: outcomes.primitives, outcome: k });
  });
}

/** In a function of its own: a closure beside others in one scope would hold what they use, the rows with their replies. */
function repliesOnDisk(run: Run, model: string, places: readonly number[]): LazyTexts {
  return new LazyTexts(() => repliesAt(run, model, places));
}

/** The replies at some rows of a model's file, in ascending order. */
function repliesAt(run: Run, model: string, places: readonly number[]): (string | null)[] {
  const path = run.path(`generations/${fileNameOf(model)}.parquet`)!;
  const from = places[0], rows = places.at(-1)! - from + 1;
  const [block] = parquetBlocks(path, { columns: ["reply"], from, rows });
  const texts = block.getColumn("reply").toArray() as (string | null)[];
  return places.map((at) => texts[at - from]);
}
