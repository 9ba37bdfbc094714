import type { Rule } from "../ops/op.ts";
import { area, aspect, cellLabels, odd, share } from "../ops/rules.ts";
import { CLOSING, colorSteps } from "./colors.ts";
import type { RegisteredProtocol } from "./protocol.ts";

/** The labels of the nine cells, row by row: `facing` has the front at the bottom, `heading` at the top. */
export const DIRECTION_LABELS: Readonly<Record<"facing" | "heading", readonly (string | null)[]>> = {
  facing: ["back-left", "back", "back-right", "left", null, "right", "front-left", "front", "front-right"],
  heading: ["front-left", "front", "front-right", "left", null, "right", "back-left", "back", "back-right"],
};

const LIST = cellLabels();
const LABELS: Rule<string | (string | null)[]> = {
  rule: "facing, heading or a list of 9 labels, null where a cell has none",
  test: (value) =>
    typeof value === "string"
      ? Object.hasOwn(DIRECTION_LABELS, value)
      : LIST.test(value) && (value as unknown[]).length === 9,
  default: "facing",
};

/** Which of eight directions: the cell of a 3 x 3 grid that is filled with blue. */
export const DIRECTION_GRID: RegisteredProtocol = {
  name: "direction_grid",
  guidance:
    "Draw a square of 3 x 3 cells with thin grey lines; fill the cell of the answer with blue #003cff. " +
    `Cells row by row: {labels}. ${CLOSING}`,
  params: { labels: LABELS, k: odd(3), minArea: area(50), minShare: share(0.6), aspect: aspect() },
  compile: ({ labels, k, minArea, minShare }) => ({
    steps: [
      ...colorSteps("blue"),
      { id: "opened", op: "geometry.open", in: ["blue"], params: { k } },
      { id: "closed", op: "geometry.close", in: ["opened"], params: { k } },
      { id: "cell", op: "grid.majority", in: ["closed"], params: { rows: 3, cols: 3, minArea, minShare } },
      {
        id: "answer",
        op: "grid.label",
        in: ["cell"],
        params: {
          labels: typeof labels === "string" ? DIRECTION_LABELS[labels as "facing" | "heading"] : labels,
        },
      },
    ],
    output: "answer",
  }),
};
