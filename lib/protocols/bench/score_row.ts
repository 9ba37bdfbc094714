import { isCorrect } from "../analysis/is_correct.ts";
import { scoreAnswer } from "../analysis/score_answer.ts";
import type { PlainValue } from "../ops/plain_value.ts";
import type { MaskRuns } from "../picture/mask_runs.ts";
import type { SpatialRow } from "./spatial_row.ts";

/**
 * Scores a value that was read against its row, by the row's own metric.
 *
 * @param mask The row's mask as runs, where the metric asks for one.
 */
export function scoreRow(
  row: Pick<SpatialRow, "id" | "metric" | "answer">,
  value: PlainValue,
  mask?: MaskRuns,
): { score: number; correct: boolean } {
  const answer = row.metric === "point_in_mask" || row.metric === "precision" ? mask : row.answer;
  if (answer === undefined || answer === null) {
    throw new RangeError(`Cannot score row ${row.id}: ${row.metric} needs an answer or a mask, got none`);
  }
  const score = scoreAnswer(row.metric, value, answer);
  return { score, correct: isCorrect(row.metric, score) };
}
