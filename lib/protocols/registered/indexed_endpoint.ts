import { area, oneOf, share } from "../ops/rules.ts";
import { blobSteps, CLOSING, colorSteps, NOVEL } from "./colors.ts";
import type { RegisteredProtocol } from "./protocol.ts";

/** Which hole a way ends in, ringed in blue; or, drawn in yellow, how many holes it passes. */
export const INDEXED_ENDPOINT: RegisteredProtocol = {
  name: "indexed_endpoint",
  guidance: ({ read }) =>
    (read === "passed"
      ? "Draw the way in yellow through every hole it passes. "
      : "Draw a blue ring round the hole where it ends. ") + CLOSING,
  params: {
    read: oneOf(["endpoint", "passed"], "endpoint"),
    minArea: area(30),
    maxRival: share(0.5),
    reach: share(0.03),
    ...NOVEL,
  },
  compile: ({ read, minArea, maxRival, reach, ...novel }) =>
    read === "passed"
      ? {
        steps: [
          ...colorSteps("yellow", novel),
          { id: "passed", op: "path.count_near", in: ["yellow", "$item.points"], params: { reach } },
        ],
        output: "passed",
      }
      : {
        steps: [
          ...colorSteps("blue", novel),
          ...blobSteps("ring", "blue", "circle", minArea, maxRival),
          { id: "hole", op: "relation.enclosed", in: ["ring", "$item.points"] },
          { id: "answer", op: "compose.at", in: ["$item.labels", "hole"] },
        ],
        output: "answer",
      },
};
