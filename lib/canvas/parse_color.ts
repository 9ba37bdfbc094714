import { PALETTE } from "./palette.ts";

/**
 * Reads a colour in any of the forms that the canvas API takes, to `#rrggbb` in lower case.
 *
 * The forms: `#RRGGBB`, `#RRGGBBAA`, `#RGB`; an int 0xRRGGBB or 0xAARRGGBB; an array of 3 or 4 numbers, each of the
 * first three rounded half up and clamped to 0..255; one of the 30 names of `PALETTE`. Alpha is never looked at.
 * A boolean is an int, as in Python: `true` is 0x000001.
 *
 * @throws {RangeError} If the form is right and the value is not: another string, an int or a length out of range, a
 * channel that is NaN or infinite. (A Python program sees a ValueError.)
 * @throws {TypeError} If it is no colour at all: another type, a channel that is no number. (Python: TypeError.)
 *
 * @example
 * ```ts
 * import { parseColor } from "lib/canvas/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const colors = ["#FFF", "gold", 0x80d23232, [254.5, -3, 300]];
 * deepStrictEqual(colors.map(parseColor), ["#ffffff", "#e6b422", "#d23232", "#ff00ff"]);
 * ```
 */
export function parseColor(color: unknown): string {
  if (typeof color === "string") return parseText(color);
  if (typeof color === "number" || typeof color === "boolean") {
    const value = Number(color);
    if (!Number.isInteger(value) && typeof color === "number" && Number.isFinite(value)) {
      throw new TypeError(`Cannot read a color: a number must be an integer, got ${value}`);
    }
    if (!(value >= 0 && value <= 0xffffffff)) {
      throw new RangeError(`Cannot read a color: an integer must be in 0..0xFFFFFFFF, got ${value}`);
    }
    return `#${(value % 0x1000000).toString(16).padStart(6, "0")}`;
  }
  if (Array.isArray(color)) return parseChannels(color);
  throw new TypeError(
    `Cannot read a color: it must be a string, an integer or 3 numbers, got ${String(color)}`,
  );
}

function parseText(text: string): string {
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  if (/^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return text.slice(0, 7).toLowerCase();
  if (/^#[0-9a-f]{3}$/i.test(text)) return text.toLowerCase().replace(/[0-9a-f]/g, "$&$&");
  if (Object.hasOwn(PALETTE, text)) return PALETTE[text];
  throw new RangeError(`Cannot read a color: no such name or hex value, got ${JSON.stringify(text)}`);
}

function parseChannels(channels: readonly unknown[]): string {
  if (channels.length !== 3 && channels.length !== 4) {
    throw new RangeError(`Cannot read a color: it must have 3 or 4 channels, got ${channels.length}`);
  }
  let hex = "#";
  for (const channel of channels.slice(0, 3)) {
    if (typeof channel !== "number" && typeof channel !== "boolean") {
      throw new TypeError(`Cannot read a color: a channel must be a number, got ${String(channel)}`);
    }
    const value = Number(channel);
    if (!Number.isFinite(value)) {
      throw new RangeError(`Cannot read a color: a channel must be finite, got ${value}`);
    }
    hex += Math.min(255, Math.max(0, Math.floor(value + 0.5))).toString(16).padStart(2, "0");
  }
  return hex;
}
