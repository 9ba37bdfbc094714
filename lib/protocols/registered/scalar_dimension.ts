import type { Step } from "../ops/pipeline.ts";
import { area, number, oneOf, optional, share, word } from "../ops/rules.ts";
import { blobSteps, CLOSING, colorSteps, NOVEL } from "./colors.ts";
import type { RegisteredProtocol } from "./protocol.ts";

/** A length: two anchors joined by a line, measured against the picture's width or read off a tag. */
export const SCALAR_DIMENSION: RegisteredProtocol = {
  name: "scalar_dimension",
  guidance: ({ mode }) =>
    "Put a magenta dot and a cyan dot on the two ends of {target}, join them by a yellow line" +
    `${mode === "ocr" ? ", and write the length beside it" : ""}. ${CLOSING}`,
  params: {
    mode: oneOf(["measure", "ocr"], "measure"),
    unitsPerWidth: optional(number()),
    unit: optional(word()),
    pad: share(0.1),
    minArea: area(30),
    minLine: area(30),
    reach: share(0.03),
    maxRival: share(0.5),
    ...NOVEL,
  },
  lacks: ({ mode, unitsPerWidth }) =>
    mode === "measure" && unitsPerWidth === undefined ? "unitsPerWidth" : undefined,
  compile: ({ mode, unitsPerWidth, unit, pad, minArea, minLine, reach, maxRival, ...novel }) => {
    const steps: Step[] = [
      ...colorSteps("magenta", novel),
      ...blobSteps("from", "magenta", "anchor", minArea, maxRival),
      ...colorSteps("cyan", novel),
      ...blobSteps("to", "cyan", "anchor", minArea, maxRival),
      ...colorSteps("yellow", novel),
      {
        id: "line",
        op: "relation.connects",
        in: ["yellow", "from", "to"],
        params: { reach, minArea: minLine },
      },
    ];
    if (mode === "ocr") {
      steps.push(
        { id: "tag", op: "text.read", in: ["$image", "line"], params: { pad } },
        { id: "answer", op: "text.number", in: ["tag"], params: unit === undefined ? {} : { unit } },
      );
    } else {
      steps.push(
        { id: "fromPoint", op: "components.centroid", in: ["from"] },
        { id: "toPoint", op: "components.centroid", in: ["to"] },
        { id: "length", op: "relation.distance", in: ["fromPoint", "toPoint"], params: { over: "width" } },
        { id: "answer", op: "compose.scale", in: ["length"], params: { by: unitsPerWidth } },
      );
    }
    return { steps, output: "answer" };
  },
};
