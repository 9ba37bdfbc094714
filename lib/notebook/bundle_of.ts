import { frameColumns, isDataFrame, recordColumns } from "./columns_of.ts";
import { tableHtml } from "./table_html.ts";
import { tableText } from "./table_text.ts";
import type { MimeBundle } from "./notebook.ts";

/**
 * The formats in which a notebook may show a value, by MIME type; the front end takes the richest it knows.
 *
 * - A string is Markdown, taken as it is: nothing in it is escaped.
 * - A data frame, or a list of records, is a compact table (HTML and aligned text) of at most 20 rows; a row says how
 *   many were left out. Numbers that are not whole are given to six significant digits, missing values as `null`.
 * - Another object with a method `Symbol.for("Jupyter.display")` (every Table and Figure) decides by itself.
 * - PNG bytes are an image, an element whose outerHTML begins with `<svg` is SVG, another element HTML.
 * - Anything else is what Deno prints for it; so are null, NaN and bigints, for which the kernel shows nothing.
 *
 * @throws {TypeError} If the value's own display method does not give an object.
 *
 * @example
 * ```ts
 * import { bundleOf } from "lib/notebook/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(await bundleOf("**0.5**"), { "text/markdown": "**0.5**", "text/plain": "**0.5**" });
 * deepStrictEqual(await bundleOf(7n), { "text/plain": "7n" });
 * ```
 */
export async function bundleOf(value: unknown): Promise<MimeBundle> {
  if (typeof value === "string") return { "text/markdown": value, "text/plain": value };
  if (typeof value !== "object" || value === null) return plain(value);
  // first: a polars frame has a display method too, but it throws on 64-bit integers
  if (isDataFrame(value)) return table(frameColumns(value, rowLimit), value.height);
  if (hasDisplay(value)) {
    const bundle = await value[displaySymbol]();
    if (typeof bundle !== "object" || bundle === null || Array.isArray(bundle)) {
      throw new TypeError(
        `Cannot show a value: its Jupyter.display must give an object, got ${Deno.inspect(bundle)}`,
      );
    }
    return bundle as MimeBundle;
  }
  if (isRecords(value)) return table(recordColumns(value.slice(0, rowLimit)), value.length);
  if (value instanceof Uint8Array && pngMagic.every((byte, i) => value[i] === byte)) {
    return { "image/png": value.toBase64(), "text/plain": `PNG image, ${value.length} bytes` };
  }
  if ("outerHTML" in value && typeof value.outerHTML === "string") {
    const html = value.outerHTML;
    return html.startsWith("<svg") ? { "image/svg+xml": html } : { "text/html": html };
  }
  return plain(value);
}

const displaySymbol = Symbol.for("Jupyter.display");
const pngMagic = [137, 80, 78, 71, 13, 10, 26, 10];
const rowLimit = 20;

function plain(value: unknown): MimeBundle {
  return { "text/plain": Deno.inspect(value, { colors: false }) };
}

function table(columns: Parameters<typeof tableHtml>[0], rows: number): MimeBundle {
  const leftOut = Math.max(0, rows - rowLimit);
  return { "text/html": tableHtml(columns, leftOut), "text/plain": tableText(columns, leftOut) };
}

function hasDisplay(value: object): value is { [displaySymbol](): unknown } {
  return displaySymbol in value && typeof value[displaySymbol] === "function";
}

function isRecords(value: object): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 &&
    value.every((row) =>
      typeof row === "object" && row !== null && Object.getPrototypeOf(row) === Object.prototype
    );
}
