import { area, integer, share, size } from "../ops/rules.ts";
import { CLOSING, colorSteps, NOVEL } from "./colors.ts";
import type { RegisteredProtocol } from "./protocol.ts";

/** A way, as one red line from a given start. */
export const RED_PATH: RegisteredProtocol = {
  name: "red_path",
  guidance: "Draw the way as one unbroken red line #e61414 from {start}, no branches, no arrowhead. " +
    CLOSING,
  params: { minArea: area(30), minShare: share(0.8), n: integer(2, 1000, 20), minLength: size(10), ...NOVEL },
  compile: ({ minArea, minShare, n, minLength, ...novel }) => ({
    steps: [
      ...colorSteps("red", novel),
      { id: "strokes", op: "components.find", in: ["red"], params: { minArea } },
      { id: "stroke", op: "components.nearest", in: ["strokes", "$item.start"], params: { minShare } },
      { id: "pixels", op: "components.mask", in: ["stroke"] },
      { id: "thin", op: "path.skeleton", in: ["pixels"] },
      { id: "line", op: "path.trace", in: ["thin", "$item.start"] },
      { id: "path", op: "path.resample", in: ["line"], params: { n, minLength } },
    ],
    output: "path",
  }),
};
