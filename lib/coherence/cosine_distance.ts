/**
 * 1 less the cosine of two vectors; 1 where one has length 0.
 *
 * @throws {RangeError} If they differ in length.
 */
export function cosineDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) {
    throw new RangeError(`Cannot compare vectors: both must have ${a.length} numbers, got ${b.length}`);
  }
  let dot = 0, aa = 0, bb = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return aa === 0 || bb === 0 ? 1 : Math.max(0, 1 - dot / Math.sqrt(aa * bb));
}
