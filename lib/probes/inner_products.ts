/**
 * The inner products of all rows with the first `against` of them.
 *
 * Four rows against four at a time, so that each number is loaded once for four products, and 512 columns at a time,
 * so that the eight pieces stay in the nearest cache.
 *
 * @param z Rows of `width`, flat and row-major.
 * @returns rows x against, flat and row-major; its first `against` rows are the Gram matrix, exactly symmetric.
 */
export function innerProducts(z: Float64Array, width: number, against: number): Float64Array {
  const rows = width === 0 ? 0 : z.length / width;
  const out = new Float64Array(rows * against);
  for (let from = 0; from < width; from += 512) {
    const to = Math.min(width, from + 512);
    for (let i = 0; i < rows; i += 4) {
      const last = i < against ? Math.min(i + 4, against) : against;
      for (let j = 0; j < last; j += 4) addBlock(z, width, from, to, i, j, rows, against, out);
    }
  }
  for (let i = 0; i < against; i++) {
    for (let j = i + 1; j < against; j++) out[i * against + j] = out[j * against + i];
  }
  return out;
}

function addBlock(
  z: Float64Array,
  width: number,
  from: number,
  to: number,
  i: number,
  j: number,
  rows: number,
  against: number,
  out: Float64Array,
): void {
  // Beyond the last row the last one is taken again and its products are thrown away.
  const i0 = i * width, i1 = Math.min(i + 1, rows - 1) * width, i2 = Math.min(i + 2, rows - 1) * width;
  const i3 = Math.min(i + 3, rows - 1) * width;
  const j0 = j * width, j1 = Math.min(j + 1, against - 1) * width, j2 = Math.min(j + 2, against - 1) * width;
  const j3 = Math.min(j + 3, against - 1) * width;
  let s00 = 0, s01 = 0, s02 = 0, s03 = 0, s10 = 0, s11 = 0, s12 = 0, s13 = 0;
  let s20 = 0, s21 = 0, s22 = 0, s23 = 0, s30 = 0, s31 = 0, s32 = 0, s33 = 0;
  for (let c = from; c < to; c++) {
    const b0 = z[j0 + c], b1 = z[j1 + c], b2 = z[j2 + c], b3 = z[j3 + c];
    const a0 = z[i0 + c], a1 = z[i1 + c], a2 = z[i2 + c], a3 = z[i3 + c];
    s00 += a0 * b0;
    s01 += a0 * b1;
    s02 += a0 * b2;
    s03 += a0 * b3;
    s10 += a1 * b0;
    s11 += a1 * b1;
    s12 += a1 * b2;
    s13 += a1 * b3;
    s20 += a2 * b0;
    s21 += a2 * b1;
    s22 += a2 * b2;
    s23 += a2 * b3;
    s30 += a3 * b0;
    s31 += a3 * b1;
    s32 += a3 * b2;
    s33 += a3 * b3;
  }
  add(out, against, rows, i, j, s00, s01, s02, s03);
  add(out, against, rows, i + 1, j, s10, s11, s12, s13);
  add(out, against, rows, i + 2, j, s20, s21, s22, s23);
  add(out, against, rows, i + 3, j, s30, s31, s32, s33);
}

function add(
  out: Float64Array,
  against: number,
  rows: number,
  i: number,
  j: number,
  s0: number,
  s1: number,
  s2: number,
  s3: number,
): void {
  if (i >= rows) return;
  const at = i * against + j;
  out[at] += s0;
  if (j + 1 < against) out[at + 1] += s1;
  if (j + 2 < against) out[at + 2] += s2;
  if (j + 3 < against) out[at + 3] += s3;
}
