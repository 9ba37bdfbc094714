/** Rows of equal length: nested arrays, or one flat row-major array with its width. */
export type Vectors = readonly ArrayLike<number>[] | { data: ArrayLike<number>; width: number };

/** Rows scaled to length 1, flat. A row of length 0 stays 0: its cosine with anything is taken as 0. */
export interface UnitRows {
  rows: number;
  width: number;
  units: Float64Array;
  /** 1 where the row had a direction, 0 where it had none. */
  directed: Uint8Array;
}

/**
 * Scales every row to length 1.
 *
 * @throws {RangeError} If rows differ in length, the flat data do not fill rows, or a value is not finite.
 */
export function unitRows(vectors: Vectors): UnitRows {
  const flat = "data" in vectors;
  const width = flat ? vectors.width : vectors[0]?.length ?? 0;
  const rows = flat ? (width === 0 ? 0 : vectors.data.length / width) : vectors.length;
  if (!Number.isInteger(rows)) {
    throw new RangeError(`Cannot read vectors: the data must fill rows of ${width}, got ${rows} rows`);
  }
  const units = new Float64Array(rows * width);
  const directed = new Uint8Array(rows);
  for (let i = 0; i < rows; i++) {
    const row = flat ? vectors.data : vectors[i], from = flat ? i * width : 0;
    if (!flat && row.length !== width) {
      throw new RangeError(`Cannot read vectors: row ${i} must have ${width} numbers, got ${row.length}`);
    }
    let largest = 0; // scaled by it first: squares neither overflow nor vanish
    for (let k = 0; k < width; k++) {
      const value = row[from + k];
      if (!Number.isFinite(value)) {
        throw new RangeError(`Cannot read vectors: row ${i}, number ${k} must be finite, got ${value}`);
      }
      largest = Math.max(largest, Math.abs(value));
    }
    if (largest === 0) continue;
    let squares = 0;
    for (let k = 0; k < width; k++) squares += (row[from + k] / largest) ** 2;
    const length = Math.sqrt(squares);
    for (let k = 0; k < width; k++) units[i * width + k] = row[from + k] / largest / length;
    directed[i] = 1;
  }
  return { rows, width, units, directed };
}

/** A cluster's name: rows with equal labels form a cluster. */
export type Label = string | number;

/** Labels in order (numbers by size, else by code unit), and which of them each row has. */
export function indexLabels(labels: readonly Label[], rows: number): { names: Label[]; of: Int32Array } {
  if (labels.length !== rows) {
    throw new RangeError(`Cannot read labels: every row needs one, got ${labels.length} for ${rows} rows`);
  }
  const numeric = labels.every((label) => typeof label === "number");
  const names = [...new Set(labels)].sort((a, b) =>
    numeric ? Number(a) - Number(b) : String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
  );
  const index = new Map(names.map((name, i) => [name, i]));
  return { names, of: Int32Array.from(labels, (label) => index.get(label)!) };
}

/** Per cluster, the sum of its unit rows (clusters x width, flat). */
export function clusterUnitSums(
  { rows, width, units }: UnitRows,
  of: Int32Array,
  clusters: number,
): Float64Array {
  const sums = new Float64Array(clusters * width);
  for (let i = 0; i < rows; i++) {
    for (let k = 0, to = of[i] * width, from = i * width; k < width; k++) sums[to + k] += units[from + k];
  }
  return sums;
}

/**
 * Every dot product of a row with a column sum: rows x clusters, flat. Four rows go over a cluster's sum together, which
 * is then read once for four.
 */
export function dotTable(
  { rows, width, units }: UnitRows,
  sums: Float64Array,
  clusters: number,
): Float64Array {
  const table = new Float64Array(rows * clusters);
  let i = 0;
  for (; i + 3 < rows; i += 4) {
    const r0 = i * width, r1 = r0 + width, r2 = r1 + width, r3 = r2 + width;
    for (let c = 0, from = 0; c < clusters; c++, from += width) {
      let s0 = 0, s1 = 0, s2 = 0, s3 = 0;
      for (let k = 0; k < width; k++) {
        const value = sums[from + k];
        s0 += units[r0 + k] * value;
        s1 += units[r1 + k] * value;
        s2 += units[r2 + k] * value;
        s3 += units[r3 + k] * value;
      }
      table[i * clusters + c] = s0;
      table[(i + 1) * clusters + c] = s1;
      table[(i + 2) * clusters + c] = s2;
      table[(i + 3) * clusters + c] = s3;
    }
  }
  for (; i < rows; i++) {
    for (let c = 0; c < clusters; c++) {
      table[i * clusters + c] = dot(units, i * width, sums, c * width, width);
    }
  }
  return table;
}

/** The dot product of two stretches. */
export function dot(a: Float64Array, fromA: number, b: Float64Array, fromB: number, width: number): number {
  let sum = 0;
  for (let k = 0; k < width; k++) sum += a[fromA + k] * b[fromB + k];
  return sum;
}
