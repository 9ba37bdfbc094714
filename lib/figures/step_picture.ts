import type { Raster } from "lib/canvas/mod.ts";
import type { Component, Gray, Mask, Picture, Point, Work } from "lib/protocols/mod.ts";
import { fontSize, ink } from "./house_style.ts";
import { mosaic } from "./mosaic.ts";
import { textBlock } from "./text_block.ts";
import { wrapText } from "./wrap_text.ts";

/** Cells a side to which pictures are brought for a figure. */
const CELLS = 64;

const MARK = "#c2185b";

/**
 * What a step of a parser made, as SVG: masks and pictures as mosaics, components in their boxes, points and paths over
 * the picture in pale, a grid with its cell filled, all else in words.
 */
export function stepPicture(
  { type, value, reason }: Pick<Work, "type" | "value" | "reason">,
  picture: Picture,
  { x, y, size }: { x: number; y: number; size: number },
): string {
  const place = { x, y, size };
  const at = ([px, py]: Point) => `${(x + px * size).toFixed(2)},${(y + py * size).toFixed(2)}`;
  const over = (marks: string) => pictureMosaic(paled(picture), place) + marks;
  switch (type) {
    case "image":
      return pictureMosaic(value as Picture, place);
    case "gray":
      return grayMosaic(value as Gray, place);
    case "mask":
      return maskMosaic(value as Mask, place);
    case "components":
      return componentMosaic(value as Component[], place);
    case "component":
      return componentMosaic([value as Component], place);
    case "point":
      return over(cross(at(value as Point)));
    case "points":
    case "path":
      return over(
        `<polyline points="${
          (value as Point[]).map(at).join(" ")
        }" fill="none" stroke="${MARK}" stroke-width="1"/>` +
          (type === "path" ? (value as Point[]).map((point) => dot(at(point))).join("") : ""),
      );
    case "cell": {
      const { row, col, cols } = value as { row: number; col: number; cols: number };
      const side = size / cols;
      const cells = Array.from({ length: cols * cols }, (_, i) => {
        const filled = i === row * cols + col;
        return `<rect x="${(x + i % cols * side).toFixed(2)}" y="${
          (y + Math.floor(i / cols) * side).toFixed(2)
        }" ` +
          `width="${side.toFixed(2)}" height="${side.toFixed(2)}" fill="${
            filled ? MARK : "none"
          }" stroke="${ink.rule}"/>`;
      });
      return cells.join("");
    }
    default: {
      const text = reason ?? wordsOf(value);
      const lines = wrapText(text, size - 4, { size: fontSize.tick, bold: true });
      return `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="3" fill="#f7f7f5" stroke="${ink.rule}" stroke-width="0.5"/>` +
        textBlock(lines, {
          x: x + size / 2,
          y: y + size / 2 + 2.5 - (lines.length - 1) * 4.4,
          size: fontSize.tick,
          bold: true,
          anchor: "middle",
        });
    }
  }
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(", ");
  return typeof value === "number" ? String(Number(value.toFixed(3))) : String(value);
}

function cross(at: string): string {
  const [cx, cy] = at.split(",").map(Number);
  return `<path d="M${cx - 4} ${cy}H${cx + 4}M${cx} ${cy - 4}V${
    cy + 4
  }" stroke="${MARK}" stroke-width="1.2" fill="none"/>`;
}

function dot(at: string): string {
  const [cx, cy] = at.split(",");
  return `<circle cx="${cx}" cy="${cy}" r="1" fill="${MARK}"/>`;
}

type Place = { x: number; y: number; size: number };

/** A picture's cells: each the colour of the pixel at its middle. */
function cellsOf({ width, height, rgb }: Picture): Raster {
  const out = new Uint8Array(3 * CELLS * CELLS);
  for (let i = 0; i < CELLS * CELLS; i++) {
    const px = Math.floor((i % CELLS + 0.5) * width / CELLS),
      py = Math.floor((Math.floor(i / CELLS) + 0.5) * height / CELLS);
    out.set(rgb.subarray(3 * (py * width + px), 3 * (py * width + px) + 3), 3 * i);
  }
  return { rows: CELLS, cols: CELLS, rgb: out };
}

/** A picture as a mosaic. */
export function pictureMosaic(picture: Picture, place: Place): string {
  return mosaic(cellsOf(picture), place);
}

function grayMosaic({ width, height, levels }: Gray, place: Place): string {
  const rgb = new Uint8Array(3 * levels.length);
  for (const [i, level] of levels.entries()) rgb.fill(level & 0xf8, 3 * i, 3 * i + 3);
  return pictureMosaic({ width, height, rgb }, place);
}

/** A mask as dark cells: a cell is in if any of its pixels is, so that thin lines show. */
function maskMosaic(mask: Mask, place: Place): string {
  return mosaic(labelled(mask, (i) => mask.bits[i]), place);
}

function componentMosaic(components: readonly Component[], { x, y, size }: Place): string {
  const [first] = components;
  const empty =
    `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="none" stroke="${ink.rule}" stroke-width="0.5"/>`;
  if (first === undefined) return empty;
  const wanted = new Set(components.map(({ label }) => label));
  const raster = labelled(first, (i) => wanted.has(first.labels[i]) ? 1 : 0);
  const boxes = components.map(({ x0, y0, x1, y1, width, height }) =>
    `<rect x="${(x + size * x0 / width - 1).toFixed(2)}" y="${
      (y + size * y0 / height - 1).toFixed(2)
    }" width="${(size * (x1 - x0 + 1) / width + 2).toFixed(2)}" height="${
      (size * (y1 - y0 + 1) / height + 2).toFixed(2)
    }" fill="none" stroke="${MARK}" stroke-width="0.8"/>`
  );
  return mosaic(raster, { x, y, size }) + boxes.join("");
}

function labelled(
  { width, height }: { width: number; height: number },
  value: (i: number) => number,
): Raster {
  const rgb = new Uint8Array(3 * CELLS * CELLS).fill(245);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!value(i)) continue;
      const cell = Math.floor(y * CELLS / height) * CELLS + Math.floor(x * CELLS / width);
      rgb.fill(40, 3 * cell, 3 * cell + 3);
    }
  }
  return { rows: CELLS, cols: CELLS, rgb };
}

/** A picture in pale greys, to draw on. */
function paled({ width, height, rgb }: Picture): Picture {
  const out = new Uint8Array(rgb.length);
  for (let at = 0; at < rgb.length; at += 3) {
    const gray = (rgb[at] + rgb[at + 1] + rgb[at + 2]) / 3;
    out.fill(200 + Math.floor(gray * 55 / 255 / 8) * 8, at, at + 3);
  }
  return { width, height, rgb: out };
}
