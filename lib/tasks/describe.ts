import { type Coordinate, PALETTE, parseColor } from "lib/canvas/mod.ts";
import type { Shape } from "./scene.ts";

/** What a description is made of; `Scene` has it all. Canvas 24 x 24 and white where nothing is said. */
export interface Describable {
  rows?: number;
  cols?: number;
  background?: string;
  parts: readonly Shape[];
}

/**
 * The translation prompt: every part by kind, colour, position and extent in rows and columns, in painting order,
 * and never what it depicts.
 *
 * A line a part, in words of a closed vocabulary. Numbers are plain decimals that read back to the very same number;
 * a colour is its palette name, or `#rrggbb` where it has none (of two spellings the first). Outlines are said to be
 * such. Parts are told apart by their numbers alone, so a reader needs no picture to follow.
 *
 * @throws {RangeError} If a colour does not exist or a coordinate is not finite.
 *
 * @example
 * ```ts
 * import { describe } from "lib/tasks/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const parts = [{ kind: "circle", cr: 12, cc: 12, radius: 10, color: "#d23232", fill: true }] as const;
 * strictEqual(
 *   describe({ background: "#ffffff", parts }).split("\n").at(-1),
 *   "1. a circle, color red, centered at row 12, column 12, radius 10 cells",
 * );
 * ```
 */
export function describe({ rows = 24, cols = 24, background = "white", parts }: Describable): string {
  return [
    `The canvas has ${rows} rows and ${cols} columns; row 0 is the top row and column 0 is the left column.`,
    `Fill the background with color ${colorName(background)}.`,
    parts.length === 1
      ? "Then draw 1 shape:"
      : `Then draw ${parts.length} shapes in this order, later ones on top of earlier ones:`,
    ...parts.map((part, i) => `${i + 1}. ${describeShape(part)}`),
  ].join("\n");
}

function describeShape(shape: Shape): string {
  const color = `color ${colorName(shape.color)}`;
  const cell = (r: Coordinate, c: Coordinate) => `row ${decimal(r)}, column ${decimal(c)}`;
  const shapeOf = (kind: string) =>
    "fill" in shape && shape.fill === false ? `the outline of a ${kind}, 1 cell thick` : `a ${kind}`;
  switch (shape.kind) {
    case "set_pixel":
      return `a single cell, ${color}, at ${cell(shape.r, shape.c)}`;
    case "rect":
      return `${shapeOf("rectangle")}, ${color}, top-left cell at ${cell(shape.r, shape.c)}, ` +
        `${decimal(shape.h)} rows tall, ${decimal(shape.w)} columns wide`;
    case "circle":
      return `${shapeOf("circle")}, ${color}, centered at ${cell(shape.cr, shape.cc)}, ` +
        `radius ${decimal(shape.radius)} cells`;
    case "line":
      return `a line, ${color}, 1 cell thick, from ${cell(shape.r1, shape.c1)} to ${
        cell(shape.r2, shape.c2)
      }`;
    case "poly": {
      const corners = shape.points.map(([r, c]) => cell(r, c)).join("; ");
      return `${shapeOf("polygon")}, ${color}, with ${shape.points.length} corners: ${corners}`;
    }
  }
}

const NAMES = new Map(Object.entries(PALETTE).reverse().map(([name, hex]) => [hex, name]));

function colorName(color: string): string {
  const hex = parseColor(color);
  return NAMES.get(hex) ?? hex;
}

/** The shortest decimal, without an exponent, that reads back as the same number. */
function decimal(x: Coordinate): string {
  if (typeof x === "string") return x;
  if (!Number.isFinite(x)) {
    throw new RangeError(`Cannot describe a shape: coordinates must be finite, got ${x}`);
  }
  const [, sign, whole, fraction = "", exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(x))!;
  if (exponent === undefined) return String(x);
  const shift = Number(exponent), digits = whole + fraction;
  return sign + (shift < 0 ? `0.${"0".repeat(-shift - 1)}${digits}` : digits.padEnd(shift + 1, "0"));
}
