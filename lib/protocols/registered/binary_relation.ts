import { RELATIONS } from "../ops/relation_ops.ts";
import { area, odd, oneOf, share } from "../ops/rules.ts";
import { blobSteps, CLOSING, colorSteps, NOVEL } from "./colors.ts";
import type { RegisteredProtocol } from "./protocol.ts";

/** Whether a relation holds: the subject covered with green, the object with blue. */
export const BINARY_RELATION: RegisteredProtocol = {
  name: "binary_relation",
  guidance: `Cover {subject} with green and {object} with blue, one patch each. ${CLOSING}`,
  params: {
    relation: oneOf(RELATIONS),
    margin: share(0.02),
    k: odd(3),
    minArea: area(50),
    maxRival: share(0.5),
    ...NOVEL,
  },
  compile: ({ relation, margin, k, minArea, maxRival, ...novel }) => ({
    steps: [
      ...colorSteps("green", novel),
      { id: "greenOpen", op: "geometry.open", in: ["green"], params: { k } },
      ...blobSteps("subject", "greenOpen", "subject", minArea, maxRival),
      ...colorSteps("blue", novel),
      { id: "blueOpen", op: "geometry.open", in: ["blue"], params: { k } },
      ...blobSteps("object", "blueOpen", "object", minArea, maxRival),
      { id: "answer", op: "relation.holds", in: ["subject", "object"], params: { relation, margin } },
    ],
    output: "answer",
  }),
};
