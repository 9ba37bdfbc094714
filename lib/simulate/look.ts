import type { Raster } from "lib/canvas/mod.ts";

/** What a viewer compares when a picture is held beside the scene it should show; each in [0, 1]. */
export interface Look {
  /** Overlap of what is drawn with what should be, a cell's distance forgiven (F1 of the two foregrounds). */
  shape: number;
  /** Closeness of the colours, over all cells and over the foreground. */
  color: number;
  /** Closeness of each colour's place and spread. */
  spatial: number;
  /** How much of each of the scene's colours is there. */
  completeness: number;
}

/** Colours nearer than this (Euclidean, of 441) pass for the same. */
const SAME = 60;

/**
 * Looks at a picture and at the scene behind its prompt. A picture of more cells is reduced to the scene's by the
 * mean of the cells that fall into each.
 *
 * @param drawn The picture, of at least as many rows and columns as the scene.
 */
export function look(drawn: Raster, scene: Raster): Look {
  const picture = reduce(drawn, scene.rows, scene.cols);
  const truth = scene.rgb;
  const n = scene.rows * scene.cols;
  const wanted = foreground(truth, n), there = foreground(picture, n);
  const distance = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const dr = truth[3 * i] - picture[3 * i];
    const dg = truth[3 * i + 1] - picture[3 * i + 1];
    const db = truth[3 * i + 2] - picture[3 * i + 2];
    distance[i] = Math.sqrt(dr * dr + dg * dg + db * db); // hypot is many times slower
  }
  return {
    shape: overlap(wanted, there, scene.rows, scene.cols),
    color: closeness(distance, wanted, there),
    ...perColor(truth, picture, scene.rows, scene.cols),
  };
}

/** Mean colour of the cells that fall into each of rows x cols cells, as bytes. */
function reduce(raster: Raster, rows: number, cols: number): Uint8Array {
  if (raster.rows === rows && raster.cols === cols) return raster.rgb;
  const sums = new Float64Array(rows * cols * 3), counts = new Float64Array(rows * cols);
  for (let r = 0; r < raster.rows; r++) {
    const to = Math.floor(r * rows / raster.rows) * cols;
    for (let c = 0; c < raster.cols; c++) {
      const cell = to + Math.floor(c * cols / raster.cols), from = 3 * (r * raster.cols + c);
      counts[cell]++;
      for (let k = 0; k < 3; k++) sums[3 * cell + k] += raster.rgb[from + k];
    }
  }
  const rgb = new Uint8Array(sums.length);
  for (let i = 0; i < sums.length; i++) rgb[i] = Math.round(sums[i] / counts[Math.floor(i / 3)]);
  return rgb;
}

/** Cells that differ from the picture's most frequent colour. */
function foreground(rgb: Uint8Array, n: number): Uint8Array {
  const counts = new Map<number, number>();
  const codes = new Int32Array(n);
  let background = -1, most = 0;
  for (let i = 0; i < n; i++) {
    const code = codes[i] = rgb[3 * i] << 16 | rgb[3 * i + 1] << 8 | rgb[3 * i + 2];
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    if (count > most) {
      most = count;
      background = code;
    }
  }
  const mask = new Uint8Array(n);
  for (let i = 0; i < n; i++) if (codes[i] !== background) mask[i] = 1;
  return mask;
}

/** F1 of two masks where a cell counts as met if the other mask has one within a cell of it; 1 if both are empty. */
function overlap(a: Uint8Array, b: Uint8Array, rows: number, cols: number): number {
  const met = (from: Uint8Array, to: Uint8Array) => {
    let hits = 0, all = 0;
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < cols; c++) {
        if (!from[r * cols + c]) continue;
        all++;
        if (to[r * cols + c]) hits++;
        else if (near(to, r, c)) hits += 0.5;
      }
    }
    return { hits, all };
  };
  const near = (mask: Uint8Array, r: number, c: number) =>
    r > 0 && mask[(r - 1) * cols + c] || r < rows - 1 && mask[(r + 1) * cols + c] ||
    c > 0 && mask[r * cols + c - 1] || c < cols - 1 && mask[r * cols + c + 1];
  const recall = met(a, b), precision = met(b, a);
  const all = recall.all + precision.all;
  return all === 0 ? 1 : (recall.hits + precision.hits) / all;
}

/** 1 for equal colours, 0 for opposite ones: half over all cells, half over either foreground. */
function closeness(distance: Float64Array, wanted: Uint8Array, there: Uint8Array): number {
  let all = 0, front = 0, cells = 0;
  for (let i = 0; i < distance.length; i++) {
    const miss = Math.min(1, distance[i] / 220);
    all += miss;
    if (wanted[i] || there[i]) {
      front += miss;
      cells++;
    }
  }
  return 1 - (all / distance.length + (cells === 0 ? all / distance.length : front / cells)) / 2;
}

function perColor(truth: Uint8Array, picture: Uint8Array, rows: number, cols: number) {
  const n = rows * cols;
  const colors = new Map<number, number>();
  for (let i = 0; i < n; i++) {
    const code = truth[3 * i] << 16 | truth[3 * i + 1] << 8 | truth[3 * i + 2];
    colors.set(code, (colors.get(code) ?? 0) + 1);
  }
  let spatial = 0, completeness = 0, weight = 0;
  for (const [code, area] of colors) {
    const want = place(truth, code, cols, n), found = place(picture, code, cols, n);
    const importance = Math.sqrt(area);
    weight += importance;
    completeness += importance * Math.min(1, found.count / area);
    if (found.count > 0) {
      const apart = Math.sqrt((want.r - found.r) ** 2 + (want.c - found.c) ** 2) +
        Math.abs(want.spread - found.spread);
      spatial += importance * Math.max(0, 1 - apart / 8);
    }
  }
  return { spatial: spatial / weight, completeness: completeness / weight };
}

/** Where the cells of about this colour lie: count, centre and mean distance from it. */
function place(rgb: Uint8Array, code: number, cols: number, n: number) {
  let count = 0, r = 0, c = 0, spread = 0;
  const cells: number[] = [];
  for (let i = 0; i < n; i++) {
    const dr = rgb[3 * i] - (code >> 16),
      dg = rgb[3 * i + 1] - (code >> 8 & 255),
      db = rgb[3 * i + 2] - (code & 255);
    if (dr * dr + dg * dg + db * db > SAME * SAME) continue;
    count++;
    r += Math.floor(i / cols);
    c += i % cols;
    cells.push(i);
  }
  r /= count;
  c /= count;
  for (const i of cells) {
    const dr = Math.floor(i / cols) - r, dc = i % cols - c;
    spread += Math.sqrt(dr * dr + dc * dc);
  }
  return { count, r, c, spread: spread / count };
}
