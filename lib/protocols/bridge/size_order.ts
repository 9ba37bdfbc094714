import type { Pipeline } from "../ops/pipeline.ts";
import { COLORS } from "../registered/colors.ts";
import { SQUARES } from "./order_item.ts";

/** Reads three squares by their sizes: the labels of the colours, the largest first. */
export const SIZE_ORDER: Pipeline = {
  steps: [
    ...SQUARES.flatMap((color) => [
      { id: color, op: "color.hsv_mask", in: ["$image"], params: COLORS[color as keyof typeof COLORS] },
      { id: `${color}Parts`, op: "components.find", in: [color], params: { minArea: 50 } },
      { id: `${color}Square`, op: "components.sole", in: [`${color}Parts`] },
      { id: `${color}Area`, op: "components.area", in: [`${color}Square`] },
    ]),
    { id: "areas", op: "compose.numbers", in: SQUARES.map((color) => `${color}Area`) },
    { id: "names", op: "compose.labels", in: [], params: { values: SQUARES } },
    { id: "order", op: "compose.rank", in: ["areas", "names"] },
  ],
  output: "order",
};
