import { EPSILON } from "../picture/picture.ts";
import { Failure } from "./op.ts";

/** The label of the largest number, or a failure: `bad_item` unless there are two of each, `tie` if ahead by too little. */
export function leading(
  numbers: readonly number[],
  labels: readonly string[],
  minGap: number,
  tie: string,
): string | Failure {
  if (numbers.length !== labels.length || numbers.length < 2) return new Failure("bad_item");
  const order = numbers.map((_, i) => i).sort((i, j) => numbers[j] - numbers[i]);
  const gap = numbers[order[0]] - numbers[order[1]];
  return gap < minGap - EPSILON ? new Failure(tie) : labels[order[0]];
}
