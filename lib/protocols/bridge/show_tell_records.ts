import { renderAll } from "lib/program/mod.ts";
import type { Raster } from "lib/canvas/mod.ts";
import type { Answer, Run } from "lib/run/mod.ts";
import type { AnswerRecord } from "../analysis/answer_record.ts";
import { decodePicture } from "../picture/decode_picture.ts";
import { BRIDGE_LEVELS, bridgeItemOf } from "./bridge_rows.ts";
import type { BridgeItem } from "./items.ts";
import { readDrawn } from "./read_drawn.ts";
import { readTold } from "./read_told.ts";
import { BRIDGE_METRICS, type BridgeAnswer } from "./score_bridge.ts";

/** The edge at which an SVG is drawn to be read. */
const EDGE = 512;

/**
 * Reads a run's answers to the bridge's items from the raw replies: words by their last line, programs and SVGs
 * rendered and parsed by their task's protocol. A drawing whose program did not end well is a generation failure and
 * is never parsed; answers to rows of other benchmarks are left out.
 *
 * @param options.onProgress Called with the share done, in [0, 1].
 * @returns Records in the order of the files, empty for a run without such answers.
 */
export async function showTellRecords(
  run: Run,
  options: { models?: readonly string[]; onProgress?: (share: number) => void } = {},
): Promise<AnswerRecord[]> {
  if (!run.has("answers")) return [];
  const { models = run.models, onProgress = () => {} } = options;
  const rows = models.flatMap((model) => answersOf(run, model));
  const drawings = new Map<string, Drawing>(); // by medium and reply: what is written alike is drawn once
  for (const medium of ["canvas", "svg"] as const) {
    const replies = [
      ...new Set(rows.filter((row) => row.medium === medium).flatMap(({ reply }) => reply ?? [])),
    ];
    const results = await renderAll(replies, { medium, ...(medium === "svg" && { size: EDGE }) });
    for (const [i, { status, raster }] of results.entries()) {
      // what is drawn alike is read once, and a small picture is worth comparing by its cells
      const look = medium === "canvas" ? raster.rgb.toBase64() : `svg ${i}`;
      drawings.set(`${medium} ${replies[i]}`, { status, raster, look });
    }
  }
  const read = new Map<string, BridgeAnswer>();
  return rows.map((row, i) => {
    if (i % 100 === 0) onProgress(i / rows.length);
    const item = bridgeItemOf(row.row)!;
    return recordOf(run, row, item, drawings.get(`${row.medium} ${row.reply}`), read);
  });
}

interface Drawing {
  readonly status: string;
  readonly raster: Raster;
  /** Equal for what looks alike. */
  readonly look: string;
}

/** The answers of a model to the bridge's items. */
function answersOf(run: Run, model: string): Answer[] {
  const rows = run.table("answers", model).toRecords() as unknown as Answer[];
  return rows.filter(({ row }) => bridgeItemOf(row) !== undefined)
    .map((row) => ({ ...row, sample: Number(row.sample) }));
}

function recordOf(
  run: Run,
  row: Answer,
  item: BridgeItem,
  drawing: Drawing | undefined,
  known: Map<string, BridgeAnswer>,
): AnswerRecord {
  const base = {
    model: row.model,
    medium: row.medium,
    row: row.row,
    sample: row.sample,
    task: item.task,
    capability: BRIDGE_LEVELS[item.task],
    metric: BRIDGE_METRICS[item.task],
  };
  const nothing = { parse: null, score: 0, correct: false, strict: false };
  if (row.reply === null) {
    return { ...base, ...nothing, picture: false, error: row.error, read: "failed request" };
  }
  let answer: BridgeAnswer;
  if (row.medium === "text") answer = readTold(item, row.reply);
  else if (row.medium === "picture") {
    const raster = pictureIn(run, row.reply);
    if (raster === null) {
      return { ...base, ...nothing, picture: false, error: "undecodable", read: "undecodable" };
    }
    answer = readDrawn(item, raster);
  } else {
    if (drawing?.status !== "ok") {
      return {
        ...base,
        ...nothing,
        picture: false,
        error: drawing?.status ?? "not rendered",
        read: "no drawing",
      };
    }
    const key = `${row.row} ${drawing.look}`;
    answer = known.get(key) ?? readDrawn(item, drawing.raster);
    known.set(key, answer);
  }
  if (!answer.ok) {
    const { reason } = answer;
    return { ...base, ...nothing, picture: true, parse: { ok: false, reason }, read: reason };
  }
  const { score, correct, strict } = answer;
  return {
    ...base,
    picture: true,
    parse: { ok: true },
    score,
    correct,
    strict,
    read: JSON.stringify(answer.value),
  };
}

/** A picture's file within the run; null where it is not noted or no PNG. */
function pictureIn(run: Run, file: string): Raster | null {
  const path = run.path(file), picture = path === null ? null : decodePicture(Deno.readFileSync(path));
  return picture && { rows: picture.height, cols: picture.width, rgb: picture.rgb };
}
