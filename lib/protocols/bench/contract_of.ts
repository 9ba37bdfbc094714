import { METRICS } from "../analysis/metrics.ts";
import { type Contract, hiddenFields } from "../builder/contract.ts";
import type { Injected, Type } from "../ops/op.ts";
import { itemValueFits } from "../ops/item_value.ts";
import type { SpatialRow } from "./spatial_row.ts";

/** The types that an item's field is tried as, the narrowest first. */
const FIELD_TYPES: readonly Type[] = [
  "boolean",
  "integer",
  "number",
  "text",
  "point",
  "labels",
  "numbers",
  "points",
];

/**
 * The contract of a task for the builder: what its rows have in common, and up to three of them as answer-hidden
 * examples. Answers, masks and evaluators stay behind, and so do item fields of the names that are always hidden.
 *
 * @param rows Of one task, at least one.
 * @param options `functions` at hand; `picture` gives a row's first picture as PNG bytes, null to send none.
 * @throws {RangeError} If there is no row, or rows of several tasks.
 */
export function contractOf(
  rows: readonly SpatialRow[],
  { functions = [], picture = () => null }: {
    functions?: readonly (keyof Injected)[];
    picture?: (row: SpatialRow) => Uint8Array | null;
  } = {},
): Contract {
  const [first] = rows, other = rows.find(({ task }) => task !== first.task);
  if (first === undefined || other) {
    throw new RangeError(
      `Cannot write a contract: the rows must be of one task, got ${other?.task ?? "none"}`,
    );
  }
  const hidden = hiddenFields({});
  const fields = Object.keys(first.item).filter((field) =>
    !hidden.includes(field) && rows.every(({ item }) => Object.hasOwn(item, field))
  );
  const item = Object.fromEntries(
    fields.map((field) => {
      const type = FIELD_TYPES.find((type) => rows.every((row) => itemValueFits(row.item[field], type)));
      return [field, type ?? "text"];
    }),
  );
  const type = first.metric === "precision"
    ? "mask"
    : METRICS[first.metric].includes(first.answerType as never)
    ? first.answerType
    : METRICS[first.metric][0];
  return {
    task: first.task,
    capability: first.capability,
    instruction: first.instruction,
    media: ["source"],
    item,
    answer: { type, ...(first.choices && { choices: first.choices }) },
    metric: first.metric,
    functions,
    examples: rows.slice(0, 3).map((row) => {
      const bytes = picture(row);
      const own = Object.fromEntries(fields.map((field) => [field, row.item[field]]));
      return { instruction: row.instruction, media: bytes ? [bytes] : [], item: own };
    }),
  };
}
