import { area, flag, share, size } from "../ops/rules.ts";
import { CLOSING, colorSteps, NOVEL } from "./colors.ts";
import type { RegisteredProtocol } from "./protocol.ts";

/** How many there are: a green dot on each. */
export const INSTANCE_MARKING: RegisteredProtocol = {
  name: "instance_marking",
  guidance: `On each {target} put one filled round dot, green #00dc00; dots never touch. ${CLOSING}`,
  params: {
    minArea: area(20),
    maxElongation: size(1.6),
    minFill: share(0.6),
    maxSizeRatio: size(2.5),
    allowZero: flag(false),
    ...NOVEL,
  },
  compile: ({ minArea, maxElongation, minFill, maxSizeRatio, allowZero, ...novel }) => ({
    steps: [
      ...colorSteps("green", novel),
      { id: "dots", op: "components.find", in: ["green"], params: { minArea } },
      {
        id: "apart",
        op: "components.separate",
        in: ["dots"],
        params: { maxElongation, minFill, maxSizeRatio },
      },
      { id: "count", op: "components.count", in: ["apart"], params: { allowZero } },
    ],
    output: "count",
  }),
};
