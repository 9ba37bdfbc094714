import {
  type Attempt,
  attemptRaster,
  PASS_SCORE,
  referencesOf,
  renderAttempts,
  scoreAttempt,
  subcategoryOf,
  tierOf,
  type Verdict,
  verdictKey,
  verdicts,
} from "lib/attempts/mod.ts";
import { DIMENSIONS } from "lib/models/mod.ts";
import { type ColumnType, type DataFrame, frameOf, type Run, type Task } from "lib/run/mod.ts";
import { drawingTraits } from "./drawing_traits.ts";
import { programTraits } from "./program_traits.ts";

/** Which attempts a frame holds. */
export interface AttemptFrameOptions {
  /** `layout` unless given. */
  task?: Task;
  /** The models wanted, by default all of the run. */
  models?: readonly string[];
  /** Called with the share done, in [0, 1]. */
  onProgress?: (share: number) => void;
}

const COLUMNS = {
  origin: "text",
  model: "text",
  family: "text",
  size: "real",
  task: "text",
  item: "text",
  tier: "text",
  subcategory: "text",
  sample: "integer",
  decoding: "text",
  status: "text",
  error: "text",
  valid: "boolean",
  trivial: "boolean",
  tokens: "integer",
  entropy: "real",
  characters: "integer",
  lines: "integer",
  loops: "boolean",
  functions: "integer",
  comments: "boolean",
  primitives: "integer",
  kinds: "integer",
  colors: "integer",
  coverage: "real",
  symmetry: "real",
} as const satisfies Record<string, ColumnType>;

/** The columns of `attemptFrame` that are outcomes, with what they are; the rest are what one may slice by. */
export const METRICS: Readonly<Record<string, string>> = {
  score: "the first judge's composite, 0 to 5; null where it gave none",
  score_2: "the second judge's, where the run has one",
  pass:
    "whether the first judge's composite is 3 or more; false where not valid or trivial, null where not judged",
  piou: "PIoU of a valid attempt, 0 to 1",
  piou_as_published: "the same with 0 for an invalid attempt, as the paper counts",
  color_strict: "PIoU where a primitive may only go to a part of its own colour",
};

/**
 * A run's canvas attempts at a task, one row each, with everything one may want to slice them by: who drew it (model,
 * family, size in billions), at what (item, tier, subcategory), how (greedy or sampled, tokens, entropy), what the
 * program is like (characters, lines, loops, functions, comments), what became of it (status, error, valid, trivial)
 * and what was drawn (primitives, kinds, colors, coverage, symmetry; `programTraits` and `drawingTraits` say how).
 *
 * Layout attempts have `score`, `score_2` ... by judge, the first judge's five scores, and `pass`; the others have
 * `piou`, `piou_as_published`, `overpaint`, `color_strict` and `parts`. A failure is a status and its scores are null:
 * means leave it out and count it. The status of a request that failed at the server is `request_failed`, its `valid`
 * null.
 *
 * @returns Rows by model in the run's order, then as the files have them.
 */
export async function attemptFrame(run: Run, options: AttemptFrameOptions = {}): Promise<DataFrame> {
  const { task = "layout" } = options;
  const attempts = await renderAttempts(run, task, options);
  const entries = new Map(run.manifest.models.map((model) => [model.id, model]));
  const rows = attempts.map((attempt) => commonColumns(attempt, run, entries.get(attempt.model)));
  const outcome = task === "layout" ? layoutOutcome(run, attempts) : referenceOutcome(task, attempts);
  const types = { ...COLUMNS, ...outcome.types };
  const columns: Record<string, (string | number | boolean | null)[]> = { ...outcome.columns };
  for (const name of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]) {
    columns[name] = rows.map((row) => row[name]);
  }
  return frameOf(types, columns);
}

type Value = string | number | boolean | null;
type Columns = { types: Record<string, ColumnType>; columns: Record<string, Value[]> };

function commonColumns(
  attempt: Attempt,
  run: Run,
  model: { family?: string; size?: number } | undefined,
): Record<keyof typeof COLUMNS, Value> {
  const { item, sample, status, reply, tokens, entropy } = attempt;
  const program = reply === null ? null : programTraits(reply);
  const valid = status === "ok";
  const drawing = valid ? drawingTraits(attemptRaster(attempt), attempt.primitives) : null;
  const mosaic = /^\d/.test(item);
  return {
    origin: run.manifest.origin,
    model: attempt.model,
    family: model?.family ?? null,
    size: model?.size ?? null,
    task: attempt.task,
    item,
    tier: mosaic ? tierOf(item) : null,
    subcategory: subcategoryOf(item),
    sample,
    decoding: sample === 0 ? "greedy" : "sampled",
    status: status ?? "request_failed",
    error: attempt.errorType,
    valid: status === null ? null : valid,
    trivial: valid ? attempt.trivial : null,
    tokens,
    entropy,
    characters: program?.characters ?? null,
    lines: program?.lines ?? null,
    loops: program?.loops ?? null,
    functions: program?.functions ?? null,
    comments: program?.comments ?? null,
    primitives: drawing?.primitives ?? null,
    kinds: drawing?.kinds ?? null,
    colors: drawing?.colors ?? null,
    coverage: drawing?.coverage ?? null,
    symmetry: drawing?.symmetry ?? null,
  };
}

function layoutOutcome(run: Run, attempts: readonly Attempt[]): Columns {
  const found = run.judges.map((judge) => verdicts(run, judge));
  const own = (judge: number) => (attempt: Attempt): Verdict | null =>
    attempt.status === "ok"
      ? found[judge]?.get(verdictKey(attempt.model, attempt.item, attempt.sample)) ?? null
      : null;
  const types: Columns["types"] = {}, columns: Columns["columns"] = {};
  for (const judge of [...run.judges.keys()].length === 0 ? [0] : run.judges.keys()) {
    const name = judge === 0 ? "score" : `score_${judge + 1}`;
    types[name] = "real";
    columns[name] = attempts.map((attempt) => own(judge)(attempt)?.composite ?? null);
  }
  types.pass = "boolean";
  columns.pass = attempts.map((attempt, i) => {
    if (attempt.status === null) return null;
    if (attempt.status !== "ok" || attempt.trivial) return false;
    const score = columns.score[i] as number | null;
    return score === null ? null : score >= PASS_SCORE;
  });
  for (const [d, dimension] of DIMENSIONS.entries()) {
    types[dimension] = "integer";
    columns[dimension] = attempts.map((attempt) => own(0)(attempt)?.scores?.[d] ?? null);
  }
  return { types, columns };
}

function referenceOutcome(task: Task, attempts: readonly Attempt[]): Columns {
  const scenes = referencesOf(task);
  const scores = attempts.map((attempt) => scoreAttempt(attempt, scenes.get(attempt.item)!));
  const valid = (pick: (score: typeof scores[number]) => number) =>
    scores.map((score) => score.status === "ok" ? pick(score) : null);
  return {
    types: {
      piou: "real",
      piou_as_published: "real",
      overpaint: "real",
      color_strict: "real",
      pass: "boolean",
      parts: "integer",
    },
    columns: {
      piou: valid((score) => score.piou),
      piou_as_published: scores.map((score) => score.status === null ? null : score.piou),
      overpaint: valid((score) => score.overpaint),
      color_strict: valid((score) => score.strict),
      pass: scores.map((score) => score.status === null ? null : score.pass),
      parts: scores.map((score) => score.parts),
    },
  };
}
