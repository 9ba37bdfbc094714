/**
 * Colours for scores: light to dark, yellow through green to blue, lightness falling all the way, so that the order
 * survives grey printing and every kind of colour blindness.
 */
const STOPS: readonly (readonly [number, number, number])[] = [
  [255, 255, 229],
  [237, 248, 177],
  [160, 218, 184],
  [65, 182, 196],
  [34, 110, 178],
  [8, 29, 88],
];

/**
 * The colour of a score, with the ink that is legible on it.
 *
 * @param share The score's place between the bottom (0) and the top (1) of its scale; clamped.
 */
export function scoreColor(share: number): { fill: string; ink: string } {
  const at = Math.min(1, Math.max(0, share)) * (STOPS.length - 1);
  const from = Math.min(STOPS.length - 2, Math.floor(at)), part = at - from;
  const rgb = STOPS[from].map((low, c) => Math.round(low + (STOPS[from + 1][c] - low) * part));
  const fill = `#${rgb.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
  const luminance = luminanceOf(rgb);
  // whichever of the two inks has the larger contrast ratio
  const onWhite = 1.05 / (luminance + 0.05), onDark = (luminance + 0.05) / (luminanceOf([26, 26, 26]) + 0.05);
  return { fill, ink: onWhite > onDark ? "#ffffff" : "#1a1a1a" };
}

function luminanceOf(rgb: readonly number[]): number {
  const [r, g, b] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
