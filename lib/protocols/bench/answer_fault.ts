import { itemValueFits } from "../ops/item_value.ts";
import type { Type } from "../ops/op.ts";
import { shown } from "../ops/settle_params.ts";

/** Types that an answer can have; a mask's is a file. */
const ANSWERS: readonly Type[] = [
  "label",
  "labels",
  "boolean",
  "integer",
  "number",
  "point",
  "points",
  "path",
];

/** What is wrong with a row's answer, if anything: not of its type, not among the choices, not in [0, 1]. */
export function answerFault(
  type: Type,
  answer: unknown,
  choices: readonly string[] | null,
): string | undefined {
  if (!ANSWERS.includes(type)) return `must be of a type that rows have, got ${shown(type)}`;
  if (!itemValueFits(answer, type)) return `must be a ${type}, got ${shown(answer)}`;
  if (choices && (type === "label" || type === "labels")) {
    const named = type === "label" ? [answer as string] : answer as string[];
    const foreign = named.find((label) => !choices.includes(label));
    if (foreign !== undefined) return `must be among ${choices.join(" ")}, got ${shown(foreign)}`;
  }
  const points = type === "point"
    ? [answer as number[]]
    : type === "points" || type === "path"
    ? answer as number[][]
    : [];
  const outside = points.find((point) => point.some((at) => at < 0 || at > 1));
  if (outside) return `must lie in [0, 1], got ${shown(outside)}`;
  if (type === "path" && points.length < 2) return `must have at least two points, got ${points.length}`;
  return undefined;
}
