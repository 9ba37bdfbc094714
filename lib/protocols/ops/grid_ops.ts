import { area as areaOf, EPSILON, pixelCounter } from "../picture/picture.ts";
import { Failure, op } from "./op.ts";
import { area, cellLabels, integer, share, slots } from "./rules.ts";

const SIDES = { rows: integer(1, 64, 3), cols: integer(1, 64, 3) };

/** Ops that read which part of a picture is marked. */
export const GRID_OPS = [
  op("grid.cell", ["point"], "cell", SIDES, ([[x, y]], { rows, cols }) => ({
    row: Math.max(0, Math.min(rows - 1, Math.floor(y * rows + EPSILON))),
    col: Math.max(0, Math.min(cols - 1, Math.floor(x * cols + EPSILON))),
    cols,
  })),

  op(
    "grid.majority",
    ["mask"],
    "cell",
    { ...SIDES, minArea: area(1), minShare: share(0.6) },
    ([mask], params) => {
      const { rows, cols, minArea, minShare } = params;
      const { width, height } = mask, count = pixelCounter(mask.bits);
      const counts = new Array<number>(rows * cols).fill(0);
      // a column's first pixel is the first x with floor(cols x / width) at least it
      const starts = Array.from({ length: cols + 1 }, (_, col) => Math.ceil(col * width / cols));
      for (let y = 0; y < height; y++) {
        const row = Math.floor(rows * y / height) * cols, line = y * width;
        for (let col = 0; col < cols; col++) {
          counts[row + col] += count(line + starts[col], line + starts[col + 1]);
        }
      }
      const all = counts.reduce((sum, part) => sum + part, 0), most = Math.max(...counts);
      if (all < Math.max(1, minArea)) return new Failure("missing_component");
      if (most / all < minShare - EPSILON) return new Failure("ambiguous_cell");
      const best = counts.indexOf(most);
      return { row: Math.floor(best / cols), col: best % cols, cols };
    },
  ),

  op("grid.label", ["cell"], "label", { labels: cellLabels() }, ([cell], { labels }) => {
    return labels[cell.row * cell.cols + cell.col] ?? new Failure("unlabelled_cell");
  }),

  op(
    "grid.slots",
    ["mask"],
    "label",
    { slots: slots(), minArea: area(30), minShare: share(0.25) },
    ([mask], params) => {
      const { width, height } = mask, count = pixelCounter(mask.bits);
      const counts = params.slots.map(({ box: [x0, y0, x1, y1] }) => {
        const [left, right] = centresWithin(x0, x1, width), [top, bottom] = centresWithin(y0, y1, height);
        let inside = 0;
        for (let y = top; y < bottom && left < right; y++) {
          inside += count(y * width + left, y * width + right);
        }
        return inside;
      });
      const fullest = Math.max(...counts);
      const marked = params.slots.filter((_, i) => {
        return counts[i] > 0 && counts[i] >= params.minArea &&
          counts[i] >= params.minShare * fullest - EPSILON;
      });
      if (marked.length === 1) return marked[0].label;
      if (marked.length > 1) return new Failure("ambiguous_slot");
      return new Failure(areaOf(mask) >= Math.max(1, params.minArea) ? "outside_slots" : "missing_component");
    },
  ),
];

/** The pixels from .. to, the last excluded, whose centres lie in [low, high) of a side. */
function centresWithin(low: number, high: number, side: number): [from: number, to: number] {
  const first = (edge: number) => Math.max(0, Math.min(side, Math.ceil((edge - EPSILON) * side - 0.5)));
  return [first(low), first(high)];
}
