import { intersectionOverUnion } from "../analysis/mask_scores.ts";
import { isCorrect } from "../analysis/is_correct.ts";
import type { Metric } from "../analysis/metrics.ts";
import { scoreAnswer } from "../analysis/score_answer.ts";
import type { Type } from "../ops/op.ts";
import type { PlainValue } from "../ops/plain_value.ts";
import { maskOf, type MaskRuns } from "../picture/mask_runs.ts";
import { EPSILON, type Point } from "../picture/picture.ts";
import { type BridgeItem, type CanvasCell, CELLS } from "./items.ts";

/** An answer to an item, told or drawn: what was read and what it is worth, or why nothing was. */
export type BridgeAnswer =
  | {
    readonly ok: true;
    readonly type: Type;
    readonly value: PlainValue;
    readonly score: number;
    /** As the benchmark has it. */
    readonly correct: boolean;
    /** By the stricter rule where the benchmark's lets too much pass (path, region). */
    readonly strict: boolean;
    /** Of a region. */
    readonly iou?: number;
  }
  | { readonly ok: false; readonly reason: string; readonly score: 0 };

/** The metric of each task. */
export const BRIDGE_METRICS = {
  direction: "accuracy",
  count: "count",
  relation: "accuracy",
  path: "frechet",
  region: "precision",
  order: "accuracy",
} as const satisfies Record<BridgeItem["task"], Metric>;

/** The point of a canvas cell: its centre. */
export function cellPoint([row, col]: CanvasCell): Point {
  return [(col + 0.5) / CELLS, (row + 0.5) / CELLS];
}

/**
 * Scores a value against its item. `strict` asks of a path a distance under 0.1, since 0.4 passes a first leg alone,
 * and of a region an intersection over union of at least 0.5, since one cell inside has precision 1.
 */
export function scoreBridge(item: BridgeItem, type: Type, value: PlainValue): BridgeAnswer {
  const metric = BRIDGE_METRICS[item.task];
  const answer = item.task === "path" ? item.answer.map(cellPoint) : item.answer;
  const score = scoreAnswer(metric, value, answer);
  const correct = isCorrect(metric, score);
  if (item.task === "region") {
    const iou = intersectionOverUnion(maskOf(value as MaskRuns), maskOf(item.answer));
    return { ok: true, type, value, score, correct, strict: iou >= 0.5 - EPSILON, iou };
  }
  const strict = item.task === "path" ? score > 0.9 + EPSILON : correct;
  return { ok: true, type, value, score, correct, strict };
}
