import { itemValueFits } from "../ops/item_value.ts";
import { plainWords } from "../ops/plain_words.ts";
import type { PlainValue } from "../ops/plain_value.ts";
import type { Point } from "../picture/picture.ts";
import { resample } from "../picture/resample.ts";
import type { SpatialRow } from "./spatial_row.ts";

/**
 * Reads an answer in words to a row: the last line `answer: X`, in the form of the row's answer type. Words compare
 * as choices do; numbers are digits; yes and no are booleans; points and paths are JSON lists of [x, y] in [0, 1].
 *
 * @returns The value; `no_answer` without such a line, `unreadable_answer` where X is not of the form.
 */
export function readAnswer(
  row: Pick<SpatialRow, "answerType" | "choices">,
  reply: string,
): { ok: true; value: PlainValue } | { ok: false; reason: "no_answer" | "unreadable_answer" } {
  const told = reply.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line) =>
    /^\s*answer\s*:(.*)$/i.exec(line)?.[1] ?? []
  ).at(-1);
  if (told === undefined) return { ok: false, reason: "no_answer" };
  const value = valueOf(row, told.trim());
  return value === undefined ? { ok: false, reason: "unreadable_answer" } : { ok: true, value };
}

function valueOf(
  { answerType, choices }: Pick<SpatialRow, "answerType" | "choices">,
  told: string,
): PlainValue | undefined {
  const words = plainWords(told);
  const choice = (text: string) => choices?.find((label) => plainWords(label) === plainWords(text));
  switch (answerType) {
    case "label":
      return choices === null ? (words === "" ? undefined : told) : choice(told);
    case "labels": {
      const labels = told.split(/[>,]/).map(choice);
      return labels.some((label) => label === undefined) ? undefined : labels as string[];
    }
    case "boolean":
      return words === "yes" ? true : words === "no" ? false : undefined;
    case "integer":
      return /^[+-]?[0-9]+$/.test(told) ? Number(told) : undefined;
    case "number":
      return /^[+-]?[0-9]+(\.[0-9]+)?$/.test(told) ? Number(told) : undefined;
    case "point":
    case "points":
    case "path": {
      let value: unknown;
      try {
        value = JSON.parse(told);
      } catch {
        return undefined;
      }
      if (!itemValueFits(value, answerType)) return undefined;
      const points = (answerType === "point" ? [value] : value) as Point[];
      if (points.some((point) => point.some((at) => at < 0 || at > 1))) return undefined;
      if (answerType === "path") return points.length < 2 ? undefined : resample(points, 20);
      return value as PlainValue;
    }
    default:
      return undefined; // a mask has no words
  }
}
