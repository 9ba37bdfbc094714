import { boxCenter, type Component, longerSide } from "../picture/components.ts";
import { area as areaOf, diagonal, EPSILON, type Point } from "../picture/picture.ts";
import { squaredDistances } from "../picture/squared_distances.ts";
import { Failure, op, type Scene } from "./op.ts";
import { area, oneOf, share, words } from "./rules.ts";

/** How the subject may stand to the object. */
export const RELATIONS = [
  "left_of",
  "right_of",
  "above",
  "below",
  "inside",
  "contains",
  "overlaps",
  "near",
  "larger_than",
  "smaller_than",
] as const;

/** The axes along which two points are compared. */
export const AXES = ["horizontal", "vertical", "dominant"] as const;

/** Ops that compare places. */
export const RELATION_OPS = [
  op("relation.holds", ["component", "component"], "boolean", {
    relation: oneOf(RELATIONS),
    margin: share(0.02),
  }, ([a, b], { relation, margin }) => {
    switch (relation) {
      case "left_of":
        return b.centroid[0] - a.centroid[0] > margin + EPSILON;
      case "right_of":
        return a.centroid[0] - b.centroid[0] > margin + EPSILON;
      case "above":
        return b.centroid[1] - a.centroid[1] > margin + EPSILON;
      case "below":
        return a.centroid[1] - b.centroid[1] > margin + EPSILON;
      case "inside":
        return boxWithin(a, b);
      case "contains":
        return boxWithin(b, a);
      case "overlaps":
        return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
      case "near":
        return apart(a.centroid, b.centroid, a) <= diagonal(a) / 4 + EPSILON;
      case "larger_than":
        return a.area >= 1.1 * b.area - EPSILON;
      case "smaller_than":
        return b.area >= 1.1 * a.area - EPSILON;
    }
  }),

  op(
    "relation.axis",
    ["point", "point"],
    "label",
    { axis: oneOf(AXES), margin: share(0.02) },
    (inputs, params, scene) => {
      const [a, b] = inputs;
      const dx = a[0] - b[0], dy = a[1] - b[1];
      const across = params.axis === "horizontal" ||
        params.axis === "dominant" && Math.abs(dx) * scene.width >= Math.abs(dy) * scene.height - EPSILON;
      const difference = across ? dx : dy;
      if (Math.abs(difference) <= params.margin + EPSILON) return "aligned";
      return across ? (difference < 0 ? "left" : "right") : difference < 0 ? "above" : "below";
    },
  ),

  op(
    "relation.bearing",
    ["point", "point"],
    "label",
    { labels: words(8) },
    ([from, to], { labels }, scene) => {
      if (apart(from, to, scene) < 1 - EPSILON) return new Failure("coincident_points");
      const angle = Math.atan2((to[1] - from[1]) * scene.height, (to[0] - from[0]) * scene.width);
      return labels[(Math.floor(angle / (Math.PI / 4) + 0.5 + EPSILON) + 8) % 8];
    },
  ),

  op("relation.distance", ["point", "point"], "number", {
    over: oneOf(["diagonal", "width"], "diagonal"),
  }, ([a, b], { over }, scene) => apart(a, b, scene) / (over === "width" ? scene.width : diagonal(scene))),

  op("relation.enclosed", ["component", "points"], "integer", {}, ([ring, points]) => {
    const center = boxCenter(ring), reach = longerSide(ring) / 2;
    const inside = points.flatMap((point, i) => apart(center, point, ring) <= reach + EPSILON ? [i] : []);
    if (inside.length === 0) return new Failure("no_hole_in_circle");
    return inside.length > 1 ? new Failure("ambiguous_circle") : inside[0];
  }),

  op("relation.connects", ["mask", "component", "component"], "mask", {
    reach: share(0.03),
    minArea: area(30),
  }, ([line, a, b], { reach, minArea }) => {
    if (areaOf(line) < minArea) return new Failure("missing_line");
    const squared = (reach * diagonal(line)) ** 2 + EPSILON;
    for (const anchor of [a, b]) {
      const distances = squaredDistances(anchor);
      if (!line.bits.some((bit, i) => bit === 1 && distances[i] <= squared)) {
        return new Failure("line_not_anchored");
      }
    }
    return line;
  }),
];

function boxWithin(a: Component, b: Component): boolean {
  return a.x0 >= b.x0 && a.x1 <= b.x1 && a.y0 >= b.y0 && a.y1 <= b.y1;
}

/** The distance of two normalised points in pixels. */
function apart(a: Point, b: Point, { width, height }: Pick<Scene, "width" | "height">): number {
  return Math.hypot((a[0] - b[0]) * width, (a[1] - b[1]) * height);
}
