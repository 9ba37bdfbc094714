import {
  type Attempt,
  attemptRaster,
  type AttemptStatus,
  type Funnel,
  funnel,
  referencesOf,
  renderAttempts,
  verdictKey,
  verdictOf,
} from "lib/attempts/mod.ts";
import { isTrivial, type Raster, rasterize } from "lib/canvas/mod.ts";
import { DIMENSIONS } from "lib/models/mod.ts";
import { renderAll } from "lib/program/mod.ts";
import { type Judgement, pl, type Run, type Task } from "lib/run/mod.ts";
import { explainScore, piou } from "lib/score/mod.ts";
import { describe, layoutPrompts } from "lib/tasks/mod.ts";

/** A kind of attempt that the gallery shows apart. */
export type Section = Task | "layout-svg";

/** Everything the gallery's page knows, before it is compressed. */
export interface GalleryData {
  run: string;
  origin: string;
  simulated: boolean;
  models: string[];
  judges: string[];
  sections: Section[];
  /** How many attempts of each status reach each stage of the funnel, by status. */
  stages: Record<string, Funnel>;
  /** What each item asks, and the reference that it is scored against, as bytes (row by row, three a cell). */
  items: Record<string, { prompt: string; reference?: Uint8Array }>;
  /** One a model and section, in that order. */
  chunks: GalleryChunk[];
}

/** The attempts of one model at one section. */
export interface GalleryChunk {
  model: string;
  section: Section;
  /** Columns, one entry an attempt: what filters and tiles need. */
  index: {
    item: string[];
    sample: number[];
    status: string[];
    trivial: boolean[];
    /** First judge's composite for layout, PIoU else; null where there is none. */
    score: (number | null)[];
    entropy: (number | null)[];
  };
  /** 24 x 24 x 3 bytes an attempt; the error pattern where it is not valid. */
  rasters: Uint8Array;
  details: GalleryDetail[];
}

/** What is shown of one attempt when it is opened. */
export interface GalleryDetail {
  reply: string | null;
  /** Why it is not valid, or why the request failed. */
  error: string | null;
  tokens: number | null;
  /** How its score comes about, in lines. */
  working: string;
  /** Every try of every judge that looked at it. */
  judgements: {
    judge: string;
    view: string;
    rubric: string;
    try: number;
    reply: string | null;
    error: string | null;
  }[];
}

/**
 * Gathers all attempts of a run with their drawings, scores and judgements.
 *
 * @param options.sections Which kinds, by default all that the run has.
 */
export async function galleryData(
  run: Run,
  options: { sections?: readonly Section[]; onProgress?: (share: number, what: string) => void } = {},
): Promise<GalleryData> {
  const sections = (options.sections ?? ["layout", "translation", "ladder", "icons", "layout-svg"])
    .filter((section) => hasSection(run, section));
  const steps = sections.length * run.models.length;
  const chunks: GalleryChunk[] = [];
  const looks = judgementsOf(run);
  for (const model of run.models) {
    for (const section of sections) {
      const onProgress = (share: number) =>
        options.onProgress?.((chunks.length + share) / steps, `${model}, ${section}`);
      onProgress(0);
      chunks.push(await chunkOf(run, model, section, looks, onProgress));
    }
  }
  const statuses = [...new Set(chunks.flatMap(({ index }) => index.status))].sort();
  return {
    run: run.name,
    origin: run.manifest.origin,
    simulated: run.simulated,
    models: run.models,
    judges: run.judges,
    sections: [...sections],
    stages: Object.fromEntries(statuses.map((status) => {
      const attempt = {
        status: status === FAILED ? null : status as AttemptStatus,
        trivial: false,
      } as Attempt;
      return [status, funnel([attempt])];
    })),
    items: itemsOf(chunks),
    chunks,
  };
}

const FAILED = "request_failed";

function hasSection(run: Run, section: Section): boolean {
  const [task, medium] = section === "layout-svg" ? ["layout", "svg"] : [section, "canvas"];
  return run.has("generations") && run.models.some((model) =>
    run.table("generations", model).filter(
      pl.col("task").eq(pl.lit(task)).and(pl.col("medium").eq(pl.lit(medium))),
    ).height > 0
  );
}

type Looks = Map<string, GalleryDetail["judgements"]>;

async function chunkOf(
  run: Run,
  model: string,
  section: Section,
  looks: Looks,
  onProgress: (share: number) => void,
): Promise<GalleryChunk> {
  const svg = section === "layout-svg";
  const shown = svg
    ? await svgAttempts(run, model, onProgress)
    : await canvasAttempts(run, model, section, onProgress);
  const cells = 24 * 24 * 3;
  const rasters = new Uint8Array(cells * shown.length);
  const index: GalleryChunk["index"] = {
    item: [],
    sample: [],
    status: [],
    trivial: [],
    score: [],
    entropy: [],
  };
  const details: GalleryDetail[] = [];
  const medium = svg ? "svg" : "canvas";
  for (const [i, { attempt, raster, scored }] of shown.entries()) {
    rasters.set(raster.rgb, i * cells);
    const valid = attempt.status === "ok";
    const layout = section === "layout" || svg;
    const judgements = layout
      ? looks.get(`${medium}\0${verdictKey(model, attempt.item, attempt.sample)}`) ?? []
      : [];
    const judged = valid && layout ? judgementWorking(judgements, run.judges[0], svg) : null;
    index.item.push(attempt.item);
    index.sample.push(attempt.sample);
    index.status.push(attempt.status ?? FAILED);
    index.trivial.push(attempt.trivial);
    index.score.push(judged ? judged.score : scored && valid ? scored.piou : null);
    index.entropy.push(attempt.entropy);
    details.push({
      reply: attempt.reply,
      error: attempt.errorMessage,
      tokens: attempt.tokens,
      working: judged?.working ?? (scored && valid ? scored.working : ""),
      judgements,
    });
  }
  return { model, section, index, rasters, details };
}

interface Shown {
  attempt: Attempt;
  raster: Raster;
  scored?: { piou: number; working: string };
}

async function canvasAttempts(
  run: Run,
  model: string,
  task: Task,
  onProgress: (share: number) => void,
): Promise<Shown[]> {
  const failures = failuresOf(run, model, "canvas");
  const attempts = await renderAttempts(run, task, { models: [model], onProgress });
  const scenes = task === "layout" ? null : referencesOf(task);
  return attempts.map((attempt) => {
    const parts = scenes?.get(attempt.item)?.parts;
    const raster = attemptRaster(attempt);
    if (attempt.status === null) {
      const error = failures.get(`${task}\0${attempt.item}\0${attempt.sample}`) ?? null;
      return { attempt: { ...attempt, errorMessage: error }, raster };
    }
    if (!parts || attempt.status !== "ok") return { attempt, raster };
    const score = piou(parts, attempt.primitives);
    return {
      attempt,
      raster,
      scored: { piou: score.piou, working: explainScore(score, parts, attempt.primitives) },
    };
  });
}

async function svgAttempts(run: Run, model: string, onProgress: (share: number) => void): Promise<Shown[]> {
  const frame = run.table("generations", model).filter(
    pl.col("task").eq(pl.lit("layout")).and(pl.col("medium").eq(pl.lit("svg"))),
  );
  const column = <T>(name: string) => frame.getColumn(name).toArray() as T[];
  const replies = column<string | null>("reply"), errors = column<string | null>("error");
  const items = column<string>("item"), samples = column<number>("sample");
  const entropy = column<number | null>("entropy"), tokens = column<number | null>("tokens");
  const asked = replies.filter((reply) => reply !== null);
  const results = await renderAll(asked, {
    medium: "svg",
    size: 24,
    onProgress: (done: number, total: number) => onProgress(done / total),
  });
  let next = 0;
  return replies.map((reply, i): Shown => {
    const result = reply === null ? null : results[next++];
    const attempt: Attempt = {
      model,
      task: "layout",
      item: items[i],
      sample: Number(samples[i]),
      status: result ? result.status as AttemptStatus : null,
      errorType: result?.error?.type ?? null,
      errorMessage: result ? result.error?.message ?? null : errors[i],
      errorLine: result?.error?.line ?? null,
      primitives: [],
      trivial: result?.status === "ok" && isTrivial(result.raster),
      entropy: entropy[i],
      tokens: tokens[i] === null ? null : Number(tokens[i]),
      reply,
    };
    return {
      attempt,
      raster: result?.status === "ok" ? result.raster : attemptRaster({ ...attempt, status: null }),
    };
  });
}

function failuresOf(run: Run, model: string, medium: string): Map<string, string> {
  const frame = run.table("generations", model).filter(
    pl.col("medium").eq(pl.lit(medium)).and(pl.col("reply").isNull()),
  );
  const column = <T>(name: string) => frame.getColumn(name).toArray() as T[];
  const items = column<string>("item"), samples = column<number>("sample"), errors = column<string>("error");
  return new Map(
    column<string>("task").map((task, i) => [`${task}\0${items[i]}\0${Number(samples[i])}`, errors[i]]),
  );
}

/** Every try of every judge, by medium and picture. */
function judgementsOf(run: Run): Looks {
  const looks: Looks = new Map();
  for (const judge of run.judges) {
    const frame = run.table("judgements", judge);
    const column = <T>(name: string) => frame.getColumn(name).toArray() as T[];
    const [models, items, samples] = [
      column<string>("model"),
      column<string>("item"),
      column<number>("sample"),
    ];
    const [media, views, rubrics] = [
      column<string>("medium"),
      column<string>("view"),
      column<string>("rubric"),
    ];
    const [tries, replies] = [column<number>("try"), column<Judgement["reply"]>("reply")];
    const errors = column<string | null>("error");
    for (let i = 0; i < models.length; i++) {
      const key = `${media[i]}\0${verdictKey(models[i], items[i], Number(samples[i]))}`;
      const one = {
        judge,
        view: views[i],
        rubric: rubrics[i],
        try: Number(tries[i]),
        reply: replies[i],
        error: errors[i],
      };
      const own = looks.get(key);
      if (own) own.push(one);
      else looks.set(key, [one]);
    }
  }
  return looks;
}

/** The first judge's composite, and every look that could be read as a sum. */
function judgementWorking(
  judgements: GalleryDetail["judgements"],
  first: string | undefined,
  svg: boolean,
): { score: number | null; working: string } {
  const groups = Map.groupBy(judgements, ({ judge, view, rubric }) => `${judge}, ${view}, ${rubric} rubric`);
  const lines: string[] = [];
  const wanted = svg ? `${first}, matched, neutral rubric` : `${first}, native, pixel-art rubric`;
  let score: number | null = null;
  for (const [look, tries] of groups) {
    const verdict = verdictOf(tries);
    if (look === wanted) score = verdict.composite;
    lines.push(
      verdict.scores === null
        ? `${look}: no score (${verdict.status.replaceAll("_", " ")})`
        : `${look}: ${verdict.composite} = (${verdict.scores.join(" + ")}) / ${DIMENSIONS.length}`,
    );
  }
  if (lines.length > 0) {
    lines.unshift(`(${DIMENSIONS.map((one) => one.replaceAll("_", " ")).join(" + ")}) / 5`);
  }
  return { score, working: lines.join("\n") };
}

function itemsOf(chunks: readonly GalleryChunk[]): GalleryData["items"] {
  const prompts = new Map(layoutPrompts().map(({ id, text }) => [id, text]));
  const items: GalleryData["items"] = {};
  for (const section of new Set(chunks.map((chunk) => chunk.section))) {
    const scenes = section === "layout" || section === "layout-svg" ? null : referencesOf(section);
    const known = new Set(
      chunks.filter((chunk) => chunk.section === section).flatMap(({ index }) => index.item),
    );
    for (const item of [...known].sort()) {
      const scene = scenes?.get(item);
      items[`${section} ${item}`] = scene
        ? {
          prompt: describe(scene),
          reference: rasterize([{ kind: "fill", color: scene.background }, ...scene.parts]).rgb,
        }
        : { prompt: prompts.get(item) ?? item };
    }
  }
  return items;
}
