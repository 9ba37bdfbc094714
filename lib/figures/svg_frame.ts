import type { SvgElement } from "./svg_tree.ts";
import { roundNumbers } from "./tidy_svg.ts";

/** The part of the plane a drawing shows: its viewBox, else its width and height. */
export function boxOf(root: SvgElement): { x: number; y: number; width: number; height: number } {
  const viewBox = root.attributes.get("viewBox")?.trim().split(/[\s,]+/).map(Number);
  const [x, y, width, height] = viewBox ??
    [0, 0, parseFloat(root.attributes.get("width") ?? ""), parseFloat(root.attributes.get("height") ?? "")];
  if (!(width > 0 && height > 0 && Number.isFinite(x + y + width + height))) {
    throw new RangeError(
      `Cannot make a figure: its SVG needs a viewBox or a size, got ${x} ${y} ${width} ${height}`,
    );
  }
  return { x, y, width, height };
}

/** Attributes of an svg element that speak of its frame, not of how its contents look. */
const frame = new Set([
  "xmlns",
  "xmlns:xlink",
  "viewBox",
  "width",
  "height",
  "x",
  "y",
  "preserveAspectRatio",
  "version",
]);

/** A drawing's contents as a group that stands elsewhere. */
export function placed(root: SvgElement, at: { x: number; y: number; scale: number }): SvgElement {
  const { x, y, scale } = at;
  const steps = [x !== 0 || y !== 0 ? `translate(${x},${y})` : "", scale !== 1 ? `scale(${scale})` : ""];
  const transform = roundNumbers(steps.join(""), 6);
  return {
    name: "g",
    attributes: new Map([
      ...[...root.attributes].filter(([name]) => !frame.has(name)),
      ...transform === "" ? [] : [["transform", transform] as [string, string]],
    ]),
    children: root.children,
  };
}
