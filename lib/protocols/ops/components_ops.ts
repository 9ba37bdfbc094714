import {
  boxCenter,
  type Component,
  componentMask,
  components,
  longerSide,
  nearestComponent,
} from "../picture/components.ts";
import { EPSILON } from "../picture/picture.ts";
import { Failure, op } from "./op.ts";
import { area, flag, oneOf, share, size } from "./rules.ts";

const ROLES = ["mark", "subject", "object", "circle", "anchor", "line"] as const;

/** Ops that find and choose the parts of a mask. */
export const COMPONENTS_OPS = [
  op("components.find", ["mask"], "components", { minArea: area(1) }, ([mask], { minArea }) => {
    return components(mask).filter((component) => component.area >= minArea);
  }),

  op("components.count", ["components"], "integer", { allowZero: flag(false) }, ([found], { allowZero }) => {
    return found.length > 0 || allowZero ? found.length : new Failure("missing_component");
  }),

  op("components.separate", ["components"], "components", {
    maxElongation: size(1.6),
    minFill: share(0.6),
    maxSizeRatio: size(2.5),
  }, ([found], { maxElongation, minFill, maxSizeRatio }) => {
    const areas = found.map((component) => component.area).sort((a, b) => a - b);
    const median = areas[areas.length - 1 >> 1];
    const merged = found.some((component) => {
      const w = component.x1 - component.x0 + 1, h = component.y1 - component.y0 + 1;
      return Math.max(w, h) / Math.min(w, h) > maxElongation + EPSILON ||
        component.area / (w * h) < minFill - EPSILON || component.area > maxSizeRatio * median + EPSILON;
    });
    return merged ? new Failure("merged_markers") : found;
  }),

  op("components.largest", ["components"], "component", {}, ([found]) => {
    return largest(found) ?? new Failure("missing_component");
  }),

  op("components.sole", ["components"], "component", {
    role: oneOf(ROLES, "mark"),
    maxRival: share(0.5),
  }, ([found], { role, maxRival }) => {
    const sole = largest(found);
    if (sole === undefined) return new Failure(`missing_${role}`);
    const rivalled = found.some((other) => other !== sole && other.area >= maxRival * sole.area - EPSILON);
    return rivalled ? new Failure(`ambiguous_${role}`) : sole;
  }),

  op("components.most_compact", ["components"], "component", {
    minCompactness: share(0.4),
    maxShare: share(0.05),
    maxRival: share(0.5),
  }, ([found], { minCompactness, maxShare, maxRival }) => {
    let best: Component | undefined, most = 0;
    for (const component of found) {
      const compact = compactness(component);
      if (
        best === undefined || compact > most + EPSILON ||
        compact > most - EPSILON && component.area > best.area
      ) [best, most] = [component, compact];
    }
    if (best === undefined) return new Failure("missing_component");
    const { area } = best;
    const rivalled = found.some((other) =>
      other !== best && compactness(other) >= minCompactness - EPSILON &&
      other.area >= maxRival * area - EPSILON
    );
    if (rivalled) return new Failure("multiple_marks");
    const diffuse = most < minCompactness - EPSILON || area > maxShare * best.labels.length + EPSILON;
    return diffuse ? new Failure("diffuse_mark") : best;
  }),

  op(
    "components.nearest",
    ["components", "point"],
    "component",
    { minShare: share(0.8) },
    (inputs, params) => {
      const [found, point] = inputs;
      const nearest = nearestComponent(found, point);
      if (nearest === undefined) return new Failure("missing_component");
      const all = found.reduce((sum, component) => sum + component.area, 0);
      return nearest.area < params.minShare * all - EPSILON ? new Failure("disconnected_path") : nearest;
    },
  ),

  op("components.centroid", ["component"], "point", {}, ([component]) => component.centroid),
  op("components.center", ["component"], "point", {}, ([component]) => boxCenter(component)),
  op("components.area", ["component"], "integer", {}, ([component]) => component.area),
  op("components.mask", ["component"], "mask", {}, ([component]) => componentMask(component)),
];

/** The first of the largest. */
function largest(found: readonly Component[]): Component | undefined {
  let best = found[0];
  for (const component of found) if (component.area > best.area) best = component;
  return best;
}

function compactness(component: Component): number {
  return component.area / longerSide(component) ** 2;
}
