/**
 * The 30 named colours of the canvas API, name to `#rrggbb`.
 *
 * `gray` and `dark_gray` each have a second spelling, so there are 28 colours. The names are the paper's (A.2.1),
 * five of the values too (`white`, `black`, `red`, `sky_blue`, `light_gray`); a name counts exactly as spelled.
 *
 * @example
 * ```ts
 * import { PALETTE } from "lib/canvas/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(PALETTE.grey, PALETTE.gray);
 * ```
 */
export const PALETTE: Readonly<Record<string, string>> = Object.freeze({
  white: "#ffffff",
  black: "#141414",
  red: "#d23232",
  blue: "#3264d2",
  green: "#32a032",
  yellow: "#f0dc32",
  orange: "#f08c28",
  purple: "#8c3ca0",
  teal: "#28a0a0",
  pink: "#f0a0be",
  navy: "#1e2864",
  brown: "#8c5a32",
  gray: "#8c8c8c",
  grey: "#8c8c8c",
  light_gray: "#d2d2d2",
  dark_gray: "#505050",
  dark_grey: "#505050",
  gold: "#e6b422",
  light_blue: "#add8e6",
  dark_blue: "#1e3c8c",
  dark_navy: "#0f1432",
  sky_blue: "#87ceeb",
  dark_green: "#1e641e",
  dark_red: "#8c1e1e",
  coral: "#ff7f50",
  beige: "#e6d2aa",
  light_brown: "#be8c5a",
  dark_brown: "#5a3719",
  dark_purple: "#50236e",
  dark_orange: "#d26e14",
});

/** The names that the generation prompt recommends: all of the palette, in the prompt's order of first mention. */
export const RECOMMENDED: readonly string[] = Object.freeze(Object.keys(PALETTE));
