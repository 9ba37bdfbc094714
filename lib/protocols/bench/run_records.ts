import type { Answer, Run } from "lib/run/mod.ts";
import type { AnswerRecord } from "../analysis/answer_record.ts";
import { decodePicture } from "../picture/decode_picture.ts";
import { type MaskRuns, runsOf } from "../picture/mask_runs.ts";
import { benchRecords } from "./bench_records.ts";
import { readAnswer } from "./read_answer.ts";
import { readMask } from "./read_rows.ts";
import { scoreRow } from "./score_row.ts";
import type { SpatialRow } from "./spatial_row.ts";

/**
 * Reads a run's answers to the rows of a benchmark: pictures by the rows' protocols, words by their last line, both
 * scored by the rows' own metrics. Answers to other rows, and drawings as programs, are left out.
 *
 * @param rows As `readRows` gives them. @param root The data set's root, for pictures shown and masks.
 * @returns Records by model in the run's order.
 */
export function runRecords(run: Run, rows: readonly SpatialRow[], root: string): AnswerRecord[] {
  if (!run.has("answers")) return [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const masks = new Map<string, MaskRuns>();
  const maskRuns = (row: SpatialRow) => {
    if (row.maskPath === null) return undefined;
    const runs = masks.get(row.id) ?? runsOf(readMask(row, root));
    masks.set(row.id, runs);
    return runs;
  };
  const answers = run.models.flatMap((model) =>
    run.table("answers", model).toRecords() as unknown as Answer[]
  );
  return answers.flatMap((answer): AnswerRecord[] => {
    const row = byId.get(answer.row);
    if (row === undefined) return [];
    if (answer.medium === "text") return [toldRecord(answer, row, maskRuns(row))];
    if (answer.medium !== "picture") return [];
    const path = answer.reply === null ? null : run.path(answer.reply);
    const source = decodePicture(Deno.readFileSync(`${root}/${row.mediaPaths[0]}`)) ?? undefined;
    const mask = row.maskPath === null ? undefined : readMask(row, root);
    const picture = path === null ? null : Deno.readFileSync(path);
    const [record] = benchRecords([{
      model: answer.model,
      item: { row, source, mask },
      picture,
      error: answer.error,
    }]);
    return [{ ...record, sample: Number(answer.sample) }];
  });
}

function toldRecord(answer: Answer, row: SpatialRow, mask?: MaskRuns): AnswerRecord {
  const base = {
    model: answer.model,
    medium: "text",
    row: row.id,
    sample: Number(answer.sample),
    task: row.task,
    capability: row.capability,
    metric: row.metric,
    error: answer.error,
    picture: answer.reply !== null,
  };
  const nothing = { score: 0, correct: false, strict: false };
  if (answer.reply === null) return { ...base, ...nothing, parse: null, read: "failed request" };
  const read = readAnswer(row, answer.reply);
  if (!read.ok) return { ...base, ...nothing, parse: read, read: read.reason };
  const { score, correct } = scoreRow(row, read.value, mask);
  return { ...base, parse: { ok: true }, score, correct, strict: correct, read: JSON.stringify(read.value) };
}
