import { subcategoryOf, tierOf, type Verdict, verdicts } from "lib/attempts/mod.ts";
import { DIMENSIONS } from "lib/models/mod.ts";
import {
  type ColumnType,
  type DataFrame,
  frameOf,
  type Judgement,
  MEDIA,
  RUBRICS,
  type Run,
  VIEWS,
} from "lib/run/mod.ts";

const COLUMNS = {
  origin: "text",
  judge: "text",
  rubric: "text",
  medium: "text",
  view: "text",
  arm: "text",
  model: "text",
  family: "text",
  size: "real",
  item: "text",
  tier: "text",
  subcategory: "text",
  sample: "integer",
  decoding: "text",
  status: "text",
  score: "real",
  ...Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, "integer" as const])),
} as const satisfies Record<string, ColumnType>;

type Row = Record<string, string | number | boolean | null>;

/**
 * Every look of a run's judges at a picture, one row each: which judge under which rubric, which medium and view (`arm` names both), whose
 * picture of what, and what came of it: `status` (`judged` or why not), `score` (the composite, 0 to 5) and the five
 * scores, null where there is none.
 *
 * @returns No rows where nothing was judged.
 */
export function judgementFrame(run: Run): DataFrame {
  const entries = new Map(run.manifest.models.map((model) => [model.id, model]));
  const rows: Row[] = [];
  for (const judge of run.judges) {
    for (const rubric of RUBRICS) {
      for (const medium of MEDIA) {
        for (const view of VIEWS) {
          const look = { rubric, medium, view };
          for (const [key, verdict] of verdicts(run, judge, look)) {
            const [model, item, sample] = key.split("\0");
            const { family, size } = entries.get(model) ?? {};
            rows.push({
              ...lookColumns({ judge, ...look, model, item, sample: Number(sample) }, verdict),
              origin: run.manifest.origin,
              family: family ?? null,
              size: size ?? null,
            });
          }
        }
      }
    }
  }
  const names = Object.keys(COLUMNS);
  return frameOf<string>(
    COLUMNS,
    Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])),
  );
}

type Look = Pick<Judgement, "judge" | "rubric" | "medium" | "view" | "model" | "item" | "sample">;

function lookColumns(look: Look, verdict: Verdict): Row {
  return {
    ...look,
    arm: look.medium === "canvas" ? "canvas" : `svg, ${look.view}`,
    tier: tierOf(look.item),
    subcategory: subcategoryOf(look.item),
    decoding: look.sample === 0 ? "greedy" : "sampled",
    status: verdict.status,
    score: verdict.composite,
    ...Object.fromEntries(DIMENSIONS.map((dimension, d) => [dimension, verdict.scores?.[d] ?? null])),
  };
}
