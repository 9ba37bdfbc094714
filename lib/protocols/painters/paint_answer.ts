import type { RandomStream } from "lib/random/mod.ts";
import type { Picture, Point } from "../picture/picture.ts";
import { resample } from "../picture/resample.ts";
import type { Aim, Manner } from "./aim.ts";
import { Easel } from "./easel.ts";

/** A painter's hand: what it does to colours, sizes and levels whatever it paints. */
export interface Hand {
  /** How much of the colour's strength is lost, in [0, 1): saturation falls with it. */
  readonly pale?: number;
  /** Sizes of marks against those that the guidance suggests, 1 unless given. */
  readonly size?: number;
  /** Standard deviation of a mark's place, as a share of the width. */
  readonly drift?: number;
  /** Standard deviation of a depth map's levels. */
  readonly grain?: number;
}

/** The paints that guidance names. */
export const PAINTS = {
  green: "#00dc00",
  blue: "#003cff",
  magenta: "#ff00dc",
  cyan: "#00e6e6",
  red: "#e61414",
  yellow: "#fadc14",
} as const;

/**
 * Paints an answer as an image model would hand it in: the picture shown (or a ground of its own, for grids, depth
 * maps and masks) with the protocol's marks on it.
 *
 * `wrong` is a sound picture of another answer; `noncompliant` lacks what the protocol asks for; `unreadable` has it
 * in a way that no parser can tell, and where a protocol has no such way (a mask is a mask) it is noncompliant.
 *
 * @param source The picture shown.
 * @param random Chance for all that is not determined, and for the hand.
 */
export function paintAnswer(
  aim: Aim,
  source: Picture,
  { manner, random, hand = {} }: { manner: Manner; random: RandomStream; hand?: Hand },
): Picture {
  const { pale = 0, size = 1, drift = 0, grain = 0 } = hand;
  const paint = (name: keyof typeof PAINTS) => faded(PAINTS[name], pale);
  const near = ([x, y]: Point): Point => [x + drift * random.normal(), y + drift * random.normal()];
  const over = Easel.over(source), { width, height } = source;
  const sheet = (color: string) => new Easel(width, height, color);
  switch (aim.protocol) {
    case "instance_marking": {
      let marks = [...aim.points];
      if (manner === "wrong") marks = otherCount(aim.points, aim.others, random);
      const color = manner === "noncompliant" ? paint("red") : paint("green");
      for (const [i, mark] of marks.entries()) {
        over.disc(near(mark), 0.035 * size, color);
        if (manner === "unreadable" && i === 0) {
          over.disc([mark[0] + 0.06, mark[1]], 0.035 * size, color).line(
            [mark, [mark[0] + 0.06, mark[1]]],
            0.04,
            color,
          );
        }
      }
      return over.picture;
    }
    case "direction_grid": {
      const grid = sheet("#ffffff");
      const cell = manner === "wrong" ? otherOf(aim.cell, [0, 1, 2, 3, 5, 6, 7, 8], random) : aim.cell;
      const cells = manner === "unreadable" ? [cell, otherOf(cell, [0, 2, 6, 8], random)] : [cell];
      for (const each of cells) {
        const corner: Point = [each % 3 / 3, Math.floor(each / 3) / 3],
          inset = (1 - Math.min(1, size)) / 6 + 0.005;
        const box = [
          corner[0] + inset,
          corner[1] + inset,
          corner[0] + 1 / 3 - inset,
          corner[1] + 1 / 3 - inset,
        ] as const;
        grid.box(box, manner === "noncompliant" ? paint("red") : paint("blue"));
      }
      for (const at of [1 / 3, 2 / 3]) {
        grid.box([at - 0.005, 0, at + 0.005, 1], "#a0a0a0").box([0, at - 0.005, 1, at + 0.005], "#a0a0a0");
      }
      return grid.picture;
    }
    case "fixed_slot": {
      const all = Array.from({ length: aim.slots }, (_, i) => i);
      const slot = manner === "wrong" ? otherOf(aim.slot, all, random) : aim.slot;
      const chosen = manner === "unreadable" ? [slot, otherOf(slot, all, random)] : [slot];
      for (const i of all) over.box([i / aim.slots, 0.75, (i + 1) / aim.slots, 0.757], "#a0a0a0");
      for (const i of chosen) {
        const place: Point = [(i + 0.5) / aim.slots, manner === "noncompliant" ? 0.4 : 0.87];
        over.square(near(place), 0.08 * size, paint("magenta"));
      }
      return over.picture;
    }
    case "binary_relation":
    case "role_relation": {
      const [subjectPaint, otherPaint] = aim.protocol === "binary_relation"
        ? [paint("green"), paint("blue")]
        : [paint("magenta"), paint("cyan")];
      const other = aim.protocol === "binary_relation" ? aim.object : aim.reference;
      const [a, b] = manner === "wrong" ? [other, aim.subject] : [aim.subject, other];
      over.disc(near(a), 0.07 * size, subjectPaint);
      if (manner === "unreadable") over.disc(awayFrom([a, b], random), 0.07 * size, subjectPaint);
      if (manner !== "noncompliant") over.disc(near(b), 0.07 * size, otherPaint);
      return over.picture;
    }
    case "relative_depth": {
      const { points } = aim;
      let nearness = [...aim.nearness];
      if (manner === "wrong") nearness = nearness.map((value) => 1 - value);
      if (manner === "unreadable") nearness = nearness.map(() => 0.5);
      const tinted = manner === "noncompliant";
      const { picture } = sheet("#000000");
      for (let y = 0, at = 0; y < height; y++) {
        for (let x = 0; x < width; x++, at += 3) {
          // the ground recedes upwards; around a point its own nearness rules
          let level = 20 + 60 * y / height;
          for (const [i, [px, py]] of points.entries()) {
            const d = Math.hypot((x + 0.5) / width - px, (y + 0.5) / height - py);
            if (d < 0.12) level = 30 + 200 * nearness[i];
          }
          if (grain > 0 && manner !== "unreadable") level += grain * random.normal();
          level = Math.max(0, Math.min(255, Math.round(level)));
          picture.rgb.set(tinted ? [level, 60, 255 - level] : [level, level, level], at);
        }
      }
      return picture;
    }
    case "region_mask": {
      const ground = sheet("#000000");
      if (manner === "noncompliant" || manner === "unreadable") return ground.picture;
      const { region } = aim, dx = drift * random.normal(), dy = drift * random.normal();
      const level = Math.round(255 * (1 - pale)).toString(16).padStart(2, "0");
      const flip = manner === "wrong" ? 1 : 0;
      return ground.paint(`#${level}${level}${level}`, (x, y) => {
        const column = Math.floor((x + dx) * region.width), row = Math.floor((y + dy) * region.height);
        if (column < 0 || row < 0 || column >= region.width || row >= region.height) return false;
        // what is painted in its place is the region mirrored, less the region itself
        const mirrored = region.bits[row * region.width + region.width - 1 - column];
        const own = region.bits[row * region.width + column];
        return flip ? mirrored === 1 && own === 0 : own === 1;
      }).picture;
    }
    case "red_path": {
      let points: readonly Point[] = [aim.points[0], ...aim.points.slice(1).map(near)];
      if (manner === "wrong") points = [points[0], farthestCorner(aim.points[aim.points.length - 1])];
      const color = manner === "noncompliant" ? paint("blue") : paint("red");
      if (manner !== "unreadable") return over.line(points, 0.02 * size, color).picture;
      const [before, after] = broken(points);
      return over.line(before, 0.02 * size, color).line(after, 0.02 * size, color).picture;
    }
    case "normalized_point": {
      if (manner === "noncompliant") return over.picture;
      const place = manner === "wrong" ? awayFrom([aim.point], random) : aim.point;
      over.disc(near(place), 0.04 * size, paint("cyan"));
      if (manner === "unreadable") over.disc(awayFrom([place], random), 0.04 * size, paint("cyan"));
      return over.picture;
    }
    case "indexed_endpoint": {
      const all = aim.points.map((_, i) => i);
      const end = manner === "wrong" ? otherOf(aim.end, all, random) : aim.end;
      const place = manner === "noncompliant" ? awayFrom(aim.points, random) : aim.points[end];
      over.ring(near(place), 0.07 * size, 0.02, paint("blue"));
      if (manner === "unreadable") {
        over.ring(aim.points[otherOf(end, all, random)], 0.07 * size, 0.02, paint("blue"));
      }
      return over.picture;
    }
    case "scalar_dimension": {
      const { from } = aim;
      const to: Point = manner === "wrong"
        ? [from[0] + 0.6 * (aim.to[0] - from[0]), from[1] + 0.6 * (aim.to[1] - from[1])]
        : aim.to;
      const [a, b] = [near(from), near(to)];
      const line: Point[] = manner === "unreadable" ? [[a[0], 0.9], [b[0], 0.9]] : [a, b];
      over.line(line, 0.02 * size, paint("yellow")).disc(a, 0.035 * size, paint("magenta"));
      if (manner !== "noncompliant") over.disc(b, 0.035 * size, paint("cyan"));
      return over.picture;
    }
  }
}

/** A paint that has lost some of its strength: its channels move towards their greatest. */
function faded(color: string, pale: number): string {
  const channels = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  const most = Math.max(...channels);
  return "#" + channels.map((c) => Math.round(c + (most - c) * pale).toString(16).padStart(2, "0")).join("");
}

function otherOf(value: number, of: readonly number[], random: RandomStream): number {
  return random.pick(of.filter((other) => other !== value));
}

/** Marks of another number: one left out, or one put on something else. */
function otherCount(points: readonly Point[], others: readonly Point[], random: RandomStream): Point[] {
  return points.length > 1 && (others.length === 0 || random.below(2) === 0)
    ? points.slice(1)
    : [...points, random.pick(others)];
}

/** A place on a lattice that is far from some others. */
function awayFrom(places: readonly Point[], random: RandomStream): Point {
  const lattice = Array.from(
    { length: 25 },
    (_, i): Point => [0.12 + 0.19 * (i % 5), 0.12 + 0.19 * Math.floor(i / 5)],
  );
  const far = (point: Point) => Math.min(...places.map(([x, y]) => Math.hypot(x - point[0], y - point[1])));
  const free = lattice.filter((point) => far(point) > 0.25);
  return free.length > 0 ? random.pick(free) : lattice.toSorted((a, b) => far(b) - far(a))[0];
}

function farthestCorner([x, y]: Point): Point {
  return [x < 0.5 ? 0.92 : 0.08, y < 0.5 ? 0.92 : 0.08];
}

/** A line in two halves, with a gap of a seventh of its length between them. */
function broken(points: readonly Point[]): [Point[], Point[]] {
  const dense = resample(points, 36);
  return [dense.slice(0, 16), dense.slice(20)];
}
