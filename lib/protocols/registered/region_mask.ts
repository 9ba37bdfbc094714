import type { Step } from "../ops/pipeline.ts";
import { area, aspect, flag, level, share, size } from "../ops/rules.ts";
import { CLOSING } from "./colors.ts";
import type { RegisteredProtocol } from "./protocol.ts";

/** A region in white on black; with `choose`, the candidate that the region of the source is most like. */
export const REGION_MASK: RegisteredProtocol = {
  name: "region_mask",
  guidance: `Paint {target} white, all else black. ${CLOSING}`,
  params: {
    above: level(127),
    minArea: area(20),
    maxShare: share(0.95),
    choose: flag(false),
    minGap: size(1e-6),
    aspect: aspect(),
  },
  compile: ({ above, minArea, maxShare, choose, minGap }) => {
    const steps: Step[] = [
      { id: "gray", op: "color.gray", in: ["$image"] },
      { id: "bright", op: "color.threshold", in: ["gray"], params: { above } },
      { id: "region", op: "geometry.require", in: ["bright"], params: { minArea, maxShare } },
    ];
    if (!choose) return { steps, output: "region" };
    steps.push(
      { id: "likeness", op: "embedding.similarity", in: ["$source", "region", "$item.candidates"] },
      { id: "answer", op: "compose.argmax", in: ["likeness", "$item.labels"], params: { minGap } },
    );
    return { steps, output: "answer" };
  },
};
