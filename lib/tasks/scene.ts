/**
 * Scenes: the pictures behind the layout prompts, one file a subcategory in `data/scenes/`.
 *
 * ```json
 * {"subcategory": "1D", "scenes": [
 *   {"id": "1D-01", "background": "white", "subject": ["plus", "sign", "symbol"],
 *    "parts": [
 *      {"kind": "circle", "cr": 12, "cc": 12, "radius": 9, "color": "red"},
 *      {"kind": "rect", "r": 7, "c": 11, "h": 11, "w": 3, "color": "white"}
 *    ],
 *    "reference": true}
 * ]}
 * ```
 *
 * - `id`: the layout prompt's id. A file holds its subcategory's scenes 01 to 10 in order.
 * - `background`, `color`: a palette name (preferred) or `#rrggbb`.
 * - `parts`: drawing calls in painting order, later over earlier: `set_pixel {r, c}`, `rect {r, c, h, w}`,
 *   `circle {cr, cc, radius}`, `line {r1, c1, r2, c2}`, `poly {points: [[r, c], ...]}`, each with its `color`. The
 *   background is not among them. Coordinates are integers on the 24 x 24 canvas, row 0 at the top; every part lies
 *   on the canvas whole (rect: r + h <= 24; circle: cr - radius >= 0 and cr + radius <= 23; points within 0 .. 23).
 *   Every part shows (taking it away changes the picture) and no two parts cover the same region. Shapes are filled:
 *   `"fill": false` belongs to the icons alone, since the generation prompt does not mention it.
 *   What looks hollow is a shape with a smaller one of the colour behind it drawn on top.
 * - `subject`: what the picture shows, in lower-case words (singular), such as a person would use to name it or its
 *   pieces: none may occur in the translation prose, so no name of a kind, a colour or a direction stands here.
 * - `reference`: `true`, or `{"reason": "..."}` where the scene is no translation reference (see `references`).
 *   At most 60 parts make a reference; five scenes in all have none. Touching pieces of one colour need no care here:
 *   `mergeTouching` joins them.
 */
import type { Primitive } from "lib/canvas/mod.ts";

/** A picture as drawing calls: the geometry from which prose, code, SVG and scores are made. */
export interface Scene {
  /** A prompt id such as `1A-03`, or `L0-01`, `P-01`, `icon-key`. */
  id: string;
  rows: number;
  cols: number;
  /** `#rrggbb`. */
  background: string;
  /** In painting order, without the background; at least one. */
  parts: Shape[];
  /** Words that name what is depicted; empty where a scene depicts nothing but its shapes. */
  subject: string[];
}

/** A drawing call other than `fill`. */
export type Shape = Exclude<Primitive, { kind: "fill" }>;

/** A scene of a layout prompt, with the reason where no translation reference is made of it. */
export interface LayoutScene extends Scene {
  /** Why there is no reference, or null where there is one. */
  withoutReference: string | null;
}
