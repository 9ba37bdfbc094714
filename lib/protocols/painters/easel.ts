import { encodePng } from "lib/canvas/mod.ts";
import type { Mask, Picture, Point } from "../picture/picture.ts";

/**
 * A picture to paint on. Positions are normalised, lengths are shares of the picture's width; a pixel is painted where
 * its centre lies inside.
 */
export class Easel {
  readonly picture: Picture;

  constructor(readonly width: number, readonly height: number, background = "#ffffff") {
    this.picture = { width, height, rgb: new Uint8Array(3 * width * height) };
    this.paint(background, () => true);
  }

  /** An easel that starts from a copy of a picture. */
  static over({ width, height, rgb }: Picture): Easel {
    const easel = new Easel(width, height);
    easel.picture.rgb.set(rgb);
    return easel;
  }

  /**
   * Paints every pixel whose centre is inside; x and y are normalised.
   *
   * @param within A box beyond which nothing is inside, the whole picture unless given.
   */
  paint(color: string, inside: (x: number, y: number) => boolean, within: Box = [0, 0, 1, 1]): this {
    const value = parseInt(color.slice(1), 16);
    const r = value >> 16, g = value >> 8 & 255, b = value & 255;
    const { width, height, picture: { rgb } } = this;
    const first = (share: number, side: number) => Math.max(0, Math.floor(share * side) - 1);
    const last = (share: number, side: number) => Math.min(side, Math.ceil(share * side) + 1);
    const [left, top] = [first(within[0], width), first(within[1], height)];
    const [right, bottom] = [last(within[2], width), last(within[3], height)];
    for (let y = top; y < bottom; y++) {
      for (let x = left, at = 3 * (y * width + left); x < right; x++, at += 3) {
        if (!inside((x + 0.5) / width, (y + 0.5) / height)) continue;
        rgb[at] = r;
        rgb[at + 1] = g;
        rgb[at + 2] = b;
      }
    }
    return this;
  }

  box(box: Box, color: string): this {
    const [x0, y0, x1, y1] = box;
    return this.paint(color, (x, y) => x >= x0 && x < x1 && y >= y0 && y < y1, box);
  }

  square([cx, cy]: Point, side: number, color: string): this {
    return this.box([cx - side / 2, cy - side / 2, cx + side / 2, cy + side / 2], color);
  }

  disc([cx, cy]: Point, radius: number, color: string): this {
    return this.paint(
      color,
      (x, y) => (x - cx) ** 2 + (y - cy) ** 2 <= radius ** 2,
      around([[cx, cy]], radius),
    );
  }

  ring([cx, cy]: Point, radius: number, thickness: number, color: string): this {
    return this.paint(
      color,
      (x, y) => Math.abs(Math.hypot(x - cx, y - cy) - radius) <= thickness / 2,
      around([[cx, cy]], radius + thickness),
    );
  }

  /** An unbroken line through the points, with round ends. */
  line(points: readonly Point[], thickness: number, color: string): this {
    return this.paint(
      color,
      (x, y) => distanceToLine(points, [x, y]) <= thickness / 2,
      around(points, thickness),
    );
  }

  /** The picture as a PNG, the same bytes on any machine. */
  png(): Uint8Array<ArrayBuffer> {
    return pngOf(this.picture);
  }
}

type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** The box that holds all within some distance of points. */
function around(points: readonly Point[], reach: number): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs) - reach, Math.min(...ys) - reach, Math.max(...xs) + reach, Math.max(...ys) + reach];
}

/** A picture as a PNG. */
export function pngOf({ width, height, rgb }: Picture): Uint8Array<ArrayBuffer> {
  return encodePng({ rows: height, cols: width, rgb });
}

/** A mask as a picture, white inside and black outside. */
export function pictureOf({ width, height, bits }: Mask): Picture {
  const rgb = new Uint8Array(3 * bits.length);
  for (const [i, bit] of bits.entries()) if (bit) rgb.fill(255, 3 * i, 3 * i + 3);
  return { width, height, rgb };
}

/** How far a position lies from a line through points. */
function distanceToLine(points: readonly Point[], [x, y]: Point): number {
  let least = Infinity;
  for (const [i, [ax, ay]] of points.entries()) {
    const [bx, by] = points[Math.min(i + 1, points.length - 1)];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const t = length === 0
      ? 0
      : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    least = Math.min(least, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
  }
  return least;
}
