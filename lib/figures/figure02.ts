import type { Primitive } from "lib/canvas/mod.ts";
import { piou, scorePicture } from "lib/score/mod.ts";
import { Figure } from "./figure.ts";

/**
 * Figure 2: how a drawing is scored: reference, generation, which primitive went to which part, IoU by part.
 *
 * @param parts The reference's shapes. @param primitives The program's calls.
 * @param options.simulated Whether the drawing comes from a simulated run; false unless given.
 * @param options.name Where it is not the paper's Figure 2: opens the identifiers inside, and no number is shown.
 * @throws As `piou` does.
 */
export function figure02(
  parts: readonly Primitive[],
  primitives: readonly Primitive[],
  options: { simulated?: boolean; name?: string } = {},
): Figure {
  const score = piou(parts, primitives);
  return new Figure({
    name: options.name ?? "figure02",
    ...(options.name === undefined ? { number: 2 } : {}),
    svg: scorePicture(score, parts, primitives),
    width: "double",
    caption:
      "Symbolic scoring: every primitive goes to the part that holds most of it, and each part is scored by " +
      `exact areas. PIoU ${score.piou.toFixed(3)}, over-paint ${score.overpaint.toFixed(3)}.`,
    simulated: options.simulated ?? false,
    data: parts.map((part, i) => ({
      part: i,
      kind: part.kind,
      area: score.areas.parts[i],
      assigned: score.areas.assigned[i],
      intersection: score.areas.intersection[i],
      union: score.areas.union[i],
      iou: score.iou[i],
    })),
  });
}
