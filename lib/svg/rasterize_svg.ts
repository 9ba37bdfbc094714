import type { Raster } from "lib/canvas/mod.ts";
import { type CheckedSvg, checkSvg, type SvgError, svgText } from "./check_svg.ts";
import { drawSvg, sizeOfSvg } from "./resvg.ts";

/** What became of a reply's SVG. */
export type SvgResult =
  | { status: "ok"; raster: Raster }
  | { status: "empty" }
  | { status: "syntax_error" | "forbidden" | "memory"; error: SvgError; broken?: true };

/**
 * Draws the SVG in a model's reply into a square of `size` pixels, on white.
 *
 * What the picture is fitted by is its view box, scaled as its `preserveAspectRatio` says (whole and centred unless it
 * says otherwise); without a valid one, its own width and height. The picture's own size is otherwise not looked at.
 * It is drawn from its shapes at that size, not reduced from a larger one.
 *
 * Runs until the renderer is done, which a hostile picture can put off for ever: call it in a process that can be
 * killed, as `render` does. Needs `loadResvg()`.
 *
 * @returns `syntax_error` also for what the renderer refuses, `memory` where it gives up for size; `broken` then says
 * that the renderer must not be used again in this process.
 *
 * @example
 * ```ts
 * import { loadResvg, rasterizeSvg } from "lib/svg/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * await loadResvg();
 * const result = rasterizeSvg('<svg viewBox="0 0 2 1"><rect width="1" height="1" fill="#ff0000"/></svg>', { size: 2 });
 * if (result.status === "ok") deepStrictEqual(result.raster.rows, 2);
 * ```
 */
export function rasterizeSvg(reply: string, { size = 24 }: { size?: number } = {}): SvgResult {
  const checked = checkSvg(reply);
  if (checked.status !== "ok") return checked;
  try {
    const { width, height, rgba } = drawSvg(fitted(checked, size), { width: size });
    if (width !== size || height !== size) throw new Error(`the picture came out as ${width} x ${height}`);
    const rgb = new Uint8Array(size * size * 3);
    for (let i = 0; i < size * size; i++) {
      rgb[3 * i] = rgba[4 * i];
      rgb[3 * i + 1] = rgba[4 * i + 1];
      rgb[3 * i + 2] = rgba[4 * i + 2];
    }
    return { status: "ok", raster: { rows: size, cols: size, rgb } };
  } catch (error) {
    return refusal(error);
  }
}

function fitted({ root, content }: CheckedSvg, size: number): string {
  const square = new Map(root);
  const ownSizes = [root.get("width"), root.get("height")];
  const box = root.get("viewBox");
  const plain = ownSizes.every((own) =>
    own === undefined || /^\s*\+?(?:0*[1-9]\d*(?:\.\d*)?|100%)(?:px)?\s*$/.test(own)
  );
  if (box === undefined || !isViewBox(box) || !plain) {
    const { width, height } = sizeOfSvg(svgText(root, content)); // refuses a size of nothing
    if (box === undefined || !isViewBox(box)) square.set("viewBox", `0 0 ${width} ${height}`);
  }
  square.set("width", String(size));
  square.set("height", String(size));
  return svgText(square, content);
}

function isViewBox(text: string): boolean {
  const numbers = text.trim().split(/\s*,\s*|\s+/);
  const values = numbers.map(Number);
  return values.length === 4 && !numbers.includes("") && values.every(Number.isFinite) && values[2] > 0 &&
    values[3] > 0;
}

function refusal(error: unknown): SvgResult & { status: "syntax_error" | "memory" } {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
    return { status: "memory", error: { type: "MemoryError", message, line: 1 }, broken: true };
  }
  if (/limit|too large|too deep/i.test(message)) {
    return { status: "memory", error: { type: "MemoryError", message, line: 1 } };
  }
  return { status: "syntax_error", error: { type: "SyntaxError", message, line: 1 } };
}
