/**
 * The area between an arc and its chord.
 *
 * With s = chord / (2 r) it is r^2 (asin s - s sqrt(1 - s^2)), which cancels for flat arcs; those take the series
 * r^2 sum over n of 2 C(2n, n) / 4^n s^(2n+3) / (2n+3), which holds for radii of any size. Relative error below 1e-13
 * up to a quarter of the circle; towards the half it is lost, since the chord then hardly grows with the arc.
 *
 * @param square The chord's length, squared.
 * @param curvature 1 / r.
 */
export function bulge(square: number, curvature: number): number {
  const s2 = square * curvature * curvature / 4;
  if (s2 < 0.06) {
    const s = Math.sqrt(square) * curvature / 2;
    let sum = s2 < 0.006 ? C[6] : ((((C[12] * s2 + C[11]) * s2 + C[10]) * s2 + C[9]) * s2 + C[8]) * s2 + C[7];
    if (s2 >= 0.006) sum = sum * s2 + C[6];
    sum = (((((sum * s2 + C[5]) * s2 + C[4]) * s2 + C[3]) * s2 + C[2]) * s2 + C[1]) * s2 + C[0];
    return square / 4 * s * sum;
  }
  const r = 1 / curvature;
  if (s2 >= 1) return r * r * Math.PI / 2;
  const s = Math.sqrt(s2);
  return r * r * (Math.asin(s) - s * Math.sqrt(1 - s2));
}

/**
 * The integral of sqrt(r^2 - t^2) from 0 to t, given x = sqrt(r^2 - t^2). Near the ends of a half circle x may be off
 * by the square root of the rounding error of t; here it counts in second order only, which an arcsine would spoil.
 */
export function halfSector(t: number, x: number, r: number): number {
  return (t * x + r * r * Math.atan2(t, x)) / 2;
}

/** 2 C(2n, n) / 4^n / (2n + 3) */
const C = new Float64Array(13);
for (let n = 0, share = 2; n < C.length; share *= (2 * n + 1) / (2 * n + 2), n++) C[n] = share / (2 * n + 3);
