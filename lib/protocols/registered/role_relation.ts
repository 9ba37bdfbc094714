import { AXES } from "../ops/relation_ops.ts";
import { area, odd, oneOf, share } from "../ops/rules.ts";
import { blobSteps, CLOSING, colorSteps, NOVEL } from "./colors.ts";
import type { RegisteredProtocol } from "./protocol.ts";

/** Where a subject lies from a reference, or how far: the one covered with magenta, the other with cyan. */
export const ROLE_RELATION: RegisteredProtocol = {
  name: "role_relation",
  guidance: `Cover {subject} with magenta and {reference} with cyan, one patch each. ${CLOSING}`,
  params: {
    axis: oneOf([...AXES, "distance"]),
    margin: share(0.02),
    k: odd(3),
    minArea: area(50),
    maxRival: share(0.5),
    ...NOVEL,
  },
  compile: ({ axis, margin, k, minArea, maxRival, ...novel }) => ({
    steps: [
      ...colorSteps("magenta", novel),
      { id: "magentaOpen", op: "geometry.open", in: ["magenta"], params: { k } },
      ...blobSteps("subject", "magentaOpen", "subject", minArea, maxRival),
      ...colorSteps("cyan", novel),
      { id: "cyanOpen", op: "geometry.open", in: ["cyan"], params: { k } },
      ...blobSteps("reference", "cyanOpen", "object", minArea, maxRival),
      { id: "subjectPoint", op: "components.centroid", in: ["subject"] },
      { id: "referencePoint", op: "components.centroid", in: ["reference"] },
      axis === "distance"
        ? { id: "answer", op: "relation.distance", in: ["subjectPoint", "referencePoint"] }
        : {
          id: "answer",
          op: "relation.axis",
          in: ["subjectPoint", "referencePoint"],
          params: { axis, margin },
        },
    ],
    output: "answer",
  }),
};
