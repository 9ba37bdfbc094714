import { area, share } from "../ops/rules.ts";
import { CLOSING, colorSteps, NOVEL } from "./colors.ts";
import type { RegisteredProtocol } from "./protocol.ts";

/** A place, as one cyan dot. */
export const NORMALIZED_POINT: RegisteredProtocol = {
  name: "normalized_point",
  guidance: `Mark the place with one filled dot, cyan #00e6e6. ${CLOSING}`,
  params: {
    minArea: area(30),
    minCompactness: share(0.4),
    maxShare: share(0.05),
    maxRival: share(0.5),
    ...NOVEL,
  },
  compile: ({ minArea, minCompactness, maxShare, maxRival, ...novel }) => ({
    steps: [
      ...colorSteps("cyan", novel),
      { id: "marks", op: "components.find", in: ["cyan"], params: { minArea } },
      {
        id: "mark",
        op: "components.most_compact",
        in: ["marks"],
        params: { minCompactness, maxShare, maxRival },
      },
      { id: "place", op: "components.centroid", in: ["mark"] },
    ],
    output: "place",
  }),
};
