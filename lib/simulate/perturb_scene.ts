import { PALETTE } from "lib/canvas/mod.ts";
import type { RandomStream } from "lib/random/mod.ts";
import { moveShape, type Scene, type Shape } from "lib/tasks/mod.ts";

const COLORS = [...new Set(Object.values(PALETTE))];

/**
 * A scene as a model of limited skill would draw it: parts left out, moved, resized, miscoloured, and some added,
 * the more the lower the quality. At quality 1 the scene is returned as it is.
 *
 * @param quality In [0, 1].
 * @returns A scene of at least one part, all numbers finite; shapes may reach beyond the canvas.
 */
export function perturbScene(scene: Scene, quality: number, random: RandomStream): Scene {
  const error = 1 - quality;
  const dropped = 0.45 * error ** 1.3, recolored = 0.35 * error ** 1.2;
  const parts = scene.parts.filter(() => random.next() >= dropped)
    .map((part) => {
      const moved = moveShape(part, {
        rows: Math.round(random.normal() * 4.5 * error),
        cols: Math.round(random.normal() * 4.5 * error),
      });
      const sized = resize(moved, Math.exp(random.normal() * 0.45 * error));
      return random.next() < recolored ? { ...sized, color: random.pick(COLORS) } : sized;
    });
  if (parts.length === 0) parts.push(scene.parts[0]);
  for (let extra = 0; extra < 3; extra++) {
    if (random.next() < 0.25 * error) parts.push(clutter(random));
  }
  const background = random.next() < 0.3 * error ? random.pick(COLORS) : scene.background;
  return { ...scene, background, parts };
}

/** A shape about its own anchor, `factor` times as large, in whole cells; a pixel keeps its size. */
export function resize(part: Shape, factor: number): Shape {
  const times = (value: number | string) => Math.max(1, Math.round(Number(value) * factor));
  switch (part.kind) {
    case "set_pixel":
      return part;
    case "rect":
      return { ...part, h: times(part.h), w: times(part.w) };
    case "circle":
      return { ...part, radius: Number(part.radius) === 0 ? 0 : times(part.radius) };
    case "line": {
      const to = (a: number | string, b: number | string) =>
        Number(a) + Math.round((Number(b) - Number(a)) * factor);
      return { ...part, r2: to(part.r1, part.r2), c2: to(part.c1, part.c2) };
    }
    case "poly": {
      const mean = (k: 0 | 1) =>
        part.points.reduce((sum, point) => sum + Number(point[k]), 0) / part.points.length;
      const centre = [mean(0), mean(1)];
      const from = (value: number | string, k: 0 | 1) =>
        Math.round(centre[k] + (Number(value) - centre[k]) * factor);
      return { ...part, points: part.points.map(([r, c]) => [from(r, 0), from(c, 1)]) };
    }
  }
}

function clutter(random: RandomStream): Shape {
  const color = random.pick(COLORS);
  const r = random.below(22), c = random.below(22);
  return random.next() < 0.5
    ? { kind: "rect", r, c, h: random.between(1, 4), w: random.between(1, 4), color, fill: true }
    : { kind: "circle", cr: r, cc: c, radius: random.between(1, 3), color, fill: true };
}
