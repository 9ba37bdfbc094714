/**
 * The nearest rows of each row by cosine distance, itself first, exactly: every pair is compared.
 *
 * @param units n rows of `width` numbers, each of length 1 or 0. @param count How many, at most n.
 * @returns Indices and distances by row, nearest first, ties by index.
 */
export function nearestByCosine(
  units: Float64Array,
  width: number,
  count: number,
): { indices: number[][]; distances: number[][] } {
  const n = units.length / width;
  const indices = Array.from({ length: n }, (_, i) => [i]), distances = indices.map(() => [0]);
  const block = new Float64Array(4 * n);
  for (let first = 0; first < n; first += 4) {
    distancesOf(units, width, first, block);
    for (let i = first; i < Math.min(n, first + 4); i++) {
      const own = distances[i], at = indices[i];
      for (let j = 0; j < n; j++) {
        const distance = block[(i - first) * n + j];
        if (j === i || (own.length === count && distance >= own[count - 1])) continue;
        let place = own.length;
        while (place > 1 && own[place - 1] > distance) place--;
        own.splice(place, 0, distance);
        at.splice(place, 0, j);
        if (own.length > count) [own.length, at.length] = [count, count];
      }
    }
  }
  return { indices, distances };
}

/** Distances of four rows, or of those that are left, to all rows: each row is read once for the four. */
function distancesOf(units: Float64Array, width: number, first: number, out: Float64Array): void {
  const n = units.length / width;
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => Math.min(n - 1, first + i) * width);
  for (let j = 0, from = 0; j < n; j++, from += width) {
    let s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (let k = 0; k < width; k++) {
      const value = units[from + k];
      s0 += units[a + k] * value;
      s1 += units[b + k] * value;
      s2 += units[c + k] * value;
      s3 += units[d + k] * value;
    }
    out[j] = Math.max(0, 1 - s0);
    out[n + j] = Math.max(0, 1 - s1);
    out[2 * n + j] = Math.max(0, 1 - s2);
    out[3 * n + j] = Math.max(0, 1 - s3);
  }
}
