import { plainWords } from "../ops/plain_words.ts";
import type { Type } from "../ops/op.ts";
import type { PlainValue } from "../ops/plain_value.ts";
import { runsOf } from "../picture/mask_runs.ts";
import { resample } from "../picture/resample.ts";
import { DIRECTIONS } from "./direction_item.ts";
import { type BridgeItem, type BridgeTask, type CanvasCell, CELLS } from "./items.ts";
import { SQUARES } from "./order_item.ts";
import { type BridgeAnswer, cellPoint, scoreBridge } from "./score_bridge.ts";

/**
 * Reads an answer in words: the last line `answer: X` of a reply, in any case.
 *
 * @returns The value scored; `no_answer` without such a line, `unreadable_answer` where X is not of the task's form.
 *
 * @example
 * ```ts
 * import { bridgeItem, readTold } from "lib/protocols/mod.ts";
 * import { ok } from "node:assert/strict";
 *
 * const told = readTold(bridgeItem("direction", 0, 1), "It turns east.\nAnswer: Right.");
 * ok(told.ok && told.correct);
 * ```
 */
export function readTold(item: BridgeItem, reply: string): BridgeAnswer {
  const lines = reply.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line) =>
    /^\s*answer\s*:(.*)$/i.exec(line)?.[1] ?? []
  );
  const told = lines.at(-1);
  if (told === undefined) return { ok: false, reason: "no_answer", score: 0 };
  const read = FORMS[item.task](told.trim());
  return read === undefined
    ? { ok: false, reason: "unreadable_answer", score: 0 }
    : scoreBridge(item, ...read);
}

type Form = (told: string) => [type: Type, value: PlainValue] | undefined;

const FORMS: Readonly<Record<BridgeTask, Form>> = {
  direction: (told) => {
    const word = plainWords(told);
    return DIRECTIONS.includes(word) ? ["label", word] : undefined;
  },
  count: (told) => /^[0-9]+$/.test(told) ? ["integer", Number(told)] : undefined,
  relation: (told) => {
    const word = plainWords(told);
    return word === "yes" || word === "no" ? ["boolean", word === "yes"] : undefined;
  },
  path: (told) => {
    const corners = cellLists(told, 2);
    if (corners === undefined || corners.length < 2) return undefined;
    return ["path", resample(corners.map((corner) => cellPoint(corner as unknown as CanvasCell)), 20)];
  },
  region: (told) => {
    const runs = cellLists(told, 3);
    if (runs === undefined || runs.some(([, first, last]) => first > last)) return undefined;
    const bits = new Uint8Array(CELLS * CELLS);
    for (const [row, first, last] of runs) bits.fill(1, row * CELLS + first, row * CELLS + last + 1);
    return ["mask", runsOf({ width: CELLS, height: CELLS, bits })];
  },
  order: (told) => {
    const words = told.split(">").map(plainWords);
    const each = words.length === SQUARES.length && SQUARES.every((color) => words.includes(color));
    return each ? ["labels", words] : undefined;
  },
};

/** A list of lists of `length` cells 0..23, at least one, from JSON. */
function cellLists(told: string, length: number): number[][] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(told);
  } catch {
    return undefined;
  }
  const isCell = (at: unknown) => Number.isInteger(at) && (at as number) >= 0 && (at as number) < CELLS;
  const whole = Array.isArray(value) && value.length > 0 &&
    value.every((list) => Array.isArray(list) && list.length === length && list.every(isCell));
  return whole ? value as number[][] : undefined;
}
