import { ok, strictEqual } from "node:assert/strict";
import { columnWidth, modelColors, modelSymbols, tierColors, tint } from "./mod.ts";

/** Machado, Oliveira & Fernandes (2009): how a colour looks without one kind of cone, in linear RGB. */
const blindness = {
  none: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

function linear(color: string): number[] {
  return [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

function seen(color: string, matrix: readonly number[]): number[] {
  const rgb = linear(color);
  return [0, 3, 6].map((row) => {
    const value = rgb.reduce((sum, channel, i) => sum + channel * matrix[row + i], 0);
    return Math.min(1, Math.max(0, value));
  });
}

/** Ottosson's OKLab, times 100. */
function oklab([r, g, b]: number[]): number[] {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    21.04542553 * l + 79.3617785 * m - 0.40720468 * s,
    197.79984951 * l - 242.8592205 * m + 45.05937099 * s,
    2.59040371 * l + 78.27717662 * m - 80.8675766 * s,
  ];
}

function lightness(color: string): number {
  const [r, g, b] = linear(color);
  return 116 * Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b) - 16;
}

/** The smallest distance between two of the colours under each kind of blindness, and in grey. */
function closest(colors: readonly string[]): { sight: number; grey: number } {
  let sight = Infinity, grey = Infinity;
  for (const [i, a] of colors.entries()) {
    for (const b of colors.slice(i + 1)) {
      grey = Math.min(grey, Math.abs(lightness(a) - lightness(b)));
      for (const matrix of Object.values(blindness)) {
        sight = Math.min(
          sight,
          Math.hypot(...oklab(seen(a, matrix)).map((v, k) => v - oklab(seen(b, matrix))[k])),
        );
      }
    }
  }
  return { sight, grey };
}

Deno.test("modelColors stay apart for the colour-blind and in grey", () => {
  const { sight, grey } = closest(modelColors);
  ok(sight > 10, `closest pair ${sight}`);
  ok(grey > 6, `closest greys ${grey}`);
  ok(modelColors.every((color) => lightness(color) < 80), "no colour is lost on white paper");
});

Deno.test("tierColors stay apart for the colour-blind and in grey", () => {
  const { sight, grey } = closest(Object.values(tierColors));
  ok(sight > 9 && grey > 12, `${sight} ${grey}`);
});

Deno.test("every model has a colour and a symbol of its own", () => {
  strictEqual(new Set(modelColors).size, 8);
  strictEqual(new Set(modelSymbols).size, 8);
});

Deno.test("column widths are 3.25 and 6.75 inches in points", () => {
  strictEqual(columnWidth.single, 3.25 * 72);
  strictEqual(columnWidth.double, 6.75 * 72);
});

Deno.test("tint runs from paper to the colour itself", () => {
  strictEqual(tint("#1f4e9c", 0), "#ffffff");
  strictEqual(tint("#1f4e9c", 1), "#1f4e9c");
});
