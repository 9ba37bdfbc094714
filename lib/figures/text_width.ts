/**
 * How wide text is, read from the font itself: the character map (`cmap`, format 4) gives a glyph, the horizontal
 * metrics (`hmtx`) its advance. Kerning is left out; in Inter it moves a line by about one part in a hundred.
 */
import { type Face, faceFor, fontBytes } from "./fonts.ts";

/** How text is set. */
export interface TextStyle {
  /** Font size, in the unit of the answer; 7 unless given. */
  size?: number;
  family?: string;
  bold?: boolean;
  italic?: boolean;
}

/**
 * The width of one line of text.
 *
 * @example
 * ```ts
 * import { textWidth } from "lib/figures/mod.ts";
 * import { ok, strictEqual } from "node:assert/strict";
 *
 * strictEqual(textWidth(""), 0);
 * ok(textWidth("mm") > textWidth("ii"));
 * ```
 */
export function textWidth(text: string, style: TextStyle = {}): number {
  const { advance, unitsPerEm } = metricsOf(faceFor(style));
  let units = 0;
  for (const character of text) units += advance(character.codePointAt(0)!);
  return units / unitsPerEm * (style.size ?? 7);
}

interface Metrics {
  unitsPerEm: number;
  advance(codePoint: number): number;
}

const known = new Map<Face, Metrics>();

function metricsOf(face: Face): Metrics {
  let metrics = known.get(face);
  if (metrics === undefined) known.set(face, metrics = readMetrics(fontBytes(face)));
  return metrics;
}

function readMetrics(bytes: Uint8Array): Metrics {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, number>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const entry = 12 + 16 * i;
    tables.set(String.fromCharCode(...bytes.subarray(entry, entry + 4)), view.getUint32(entry + 8));
  }
  const hmtx = tables.get("hmtx")!;
  const longMetrics = view.getUint16(tables.get("hhea")! + 34); // glyphs after these share the last advance
  const glyphOf = readCharacterMap(view, tables.get("cmap")!);
  return {
    unitsPerEm: view.getUint16(tables.get("head")! + 18),
    advance: (codePoint) => view.getUint16(hmtx + 4 * Math.min(glyphOf(codePoint), longMetrics - 1)),
  };
}

function readCharacterMap(view: DataView, cmap: number): (codePoint: number) => number {
  let at = 0;
  for (let i = 0; i < view.getUint16(cmap + 2); i++) {
    const subtable = cmap + view.getUint32(cmap + 4 + 8 * i + 4);
    if (view.getUint16(subtable) === 4) at = subtable;
  }
  const segments = view.getUint16(at + 6) / 2;
  const ends = at + 14,
    starts = ends + 2 * segments + 2,
    deltas = starts + 2 * segments,
    offsets = deltas + 2 * segments;
  return (codePoint) => {
    for (let i = 0; i < segments; i++) {
      if (codePoint > view.getUint16(ends + 2 * i)) continue;
      const start = view.getUint16(starts + 2 * i);
      if (codePoint < start) return 0;
      const delta = view.getUint16(deltas + 2 * i), offset = view.getUint16(offsets + 2 * i);
      if (offset === 0) return (codePoint + delta) & 0xffff;
      const glyph = view.getUint16(offsets + 2 * i + offset + 2 * (codePoint - start));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
