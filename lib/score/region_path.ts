import type { Region } from "lib/geometry/mod.ts";

/**
 * A region as SVG path data in cells (x = column, y = row, down), curves as arcs, and the fill rule it is meant by.
 *
 * For looking at: coordinates are doubles, rounded to 0.0001 and held within ten canvases of the canvas; an empty
 * region is an empty path.
 */
export function regionPath(
  region: Region,
  { rows, cols }: { rows: number; cols: number },
): { d: string; rule: "evenodd" | "nonzero" } {
  const far = 10 * Math.max(rows, cols);
  const number = (value: number | string) => Math.max(-1e12, Math.min(1e12, Number(value)));
  const put = (value: number) => rounded(Math.max(-far, Math.min(far, value)), 4);
  const box = (x0: number, y0: number, x1: number, y1: number) =>
    `M${put(x0)} ${put(y0)}H${put(x1)}V${put(y1)}H${put(x0)}Z`;
  const disc = (x: number, y: number, r: number) => {
    const R = rounded(r, 4), from = `M${rounded(x - r, 4)} ${rounded(y, 4)}`;
    return `${from}a${R} ${R} 0 1 1 ${2 * R} 0a${R} ${R} 0 1 1 ${-2 * R} 0Z`;
  };
  const stroke = (x1: number, y1: number, x2: number, y2: number) => {
    const length = Math.hypot(x2 - x1, y2 - y1);
    const ux = length > 0 ? (x2 - x1) / length / 2 : 0.5, uy = length > 0 ? (y2 - y1) / length / 2 : 0;
    const corners = [[x1 - ux + uy, y1 - uy - ux], [x1 - ux - uy, y1 - uy + ux]];
    corners.push([x2 + ux - uy, y2 + uy + ux], [x2 + ux + uy, y2 + uy - ux]);
    return `M${corners.map(([x, y]) => `${rounded(x, 4)} ${rounded(y, 4)}`).join("L")}Z`;
  };
  switch (region.kind) {
    case "fill":
      return { d: box(0, 0, cols, rows), rule: "evenodd" };
    case "set_pixel": {
      const x = number(region.c), y = number(region.r);
      return { d: box(x, y, x + 1, y + 1), rule: "evenodd" };
    }
    case "rect": {
      const [x, y, w, h] = [region.c, region.r, region.w, region.h].map(number);
      if (!(w > 0 && h > 0)) return { d: "", rule: "evenodd" };
      const hole = region.fill === false && w > 2 && h > 2 ? box(x + 1, y + 1, x + w - 1, y + h - 1) : "";
      return { d: box(x, y, x + w, y + h) + hole, rule: "evenodd" };
    }
    case "circle": {
      const x = number(region.cc) + 0.5, y = number(region.cr) + 0.5, r = number(region.radius);
      if (r < 0) return { d: "", rule: "evenodd" };
      const hole = region.fill === false && r > 0.5 ? disc(x, y, r - 0.5) : "";
      return { d: disc(x, y, r + 0.5) + hole, rule: "evenodd" };
    }
    case "line": {
      const [x1, y1, x2, y2] = [region.c1, region.r1, region.c2, region.r2].map((v) => number(v) + 0.5);
      return { d: stroke(x1, y1, x2, y2), rule: "nonzero" };
    }
    case "poly": {
      const points = region.points.map(([r, c]) => [number(c) + 0.5, number(r) + 0.5]);
      if (region.fill === false) {
        const d = points.map(([x, y], i) =>
          stroke(x, y, ...points[(i + 1) % points.length] as [number, number])
        );
        return { d: d.join(""), rule: "nonzero" };
      }
      return {
        d: `M${points.map(([x, y]) => `${rounded(x, 4)} ${rounded(y, 4)}`).join("L")}Z`,
        rule: "evenodd",
      };
    }
  }
}

/** A number rounded to so many decimals. */
export function rounded(value: number, decimals = 2): number {
  const unit = 10 ** decimals;
  return Math.round(value * unit) / unit;
}
