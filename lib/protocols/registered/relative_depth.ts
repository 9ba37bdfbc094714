import { aspect, level, odd, size } from "../ops/rules.ts";
import { CLOSING } from "./colors.ts";
import type { RegisteredProtocol } from "./protocol.ts";

/** Which of several places is nearest: a map of depth in greys. */
export const RELATIVE_DEPTH: RegisteredProtocol = {
  name: "relative_depth",
  guidance: `Paint depth in pure greys: the nearest white, the farthest black. ${CLOSING}`,
  params: { maxChroma: level(40), minRange: level(10), k: odd(5), minGap: size(1), aspect: aspect() },
  compile: ({ maxChroma, minRange, k, minGap }) => ({
    steps: [
      { id: "depth", op: "depth.readable", in: ["$image"], params: { maxChroma, minRange } },
      { id: "samples", op: "depth.sample", in: ["depth", "$item.points"], params: { k } },
      { id: "answer", op: "depth.closest", in: ["samples", "$item.labels"], params: { minGap } },
    ],
    output: "answer",
  }),
};
