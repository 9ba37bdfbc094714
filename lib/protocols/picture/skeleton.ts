import type { Mask } from "./picture.ts";

/**
 * Thins a mask to lines of one pixel, after Zhang & Suen.
 *
 * With P2..P9 the neighbours clockwise from north (background outside the picture), B their sum and A the number of
 * 0 -> 1 steps in P2, P3 .. P9, P2, the first pass deletes all pixels with 2 <= B <= 6, A = 1, P2 P4 P6 = 0 and
 * P4 P6 P8 = 0 at once, the second those with P2 P4 P8 = 0 and P2 P6 P8 = 0; both repeat until neither deletes. Each
 * pass looks only at pixels whose neighbourhood has changed since it last saw them: linear in pixels however thick
 * the lines.
 *
 * Source: Zhang & Suen (1984), Comm. ACM 27, 236-239.
 */
export function skeleton({ width, height, bits }: Mask): Mask {
  const stride = width + 2; // a rim of background: no neighbour lies outside
  const padded = new Uint8Array(stride * (height + 2));
  for (let y = 0; y < height; y++) {
    padded.set(bits.subarray(y * width, (y + 1) * width), (y + 1) * stride + 1);
  }
  const around = [-stride, 1 - stride, 1, stride + 1, stride, stride - 1, -1, -stride - 1]; // P2 .. P9
  const codeAt = (i: number) => {
    let code = 0;
    for (let k = 0; k < 8; k++) code |= padded[i + around[k]] << k;
    return code;
  };
  const queued = [new Uint8Array(padded.length), new Uint8Array(padded.length)];
  const queues: number[][] = [[], []];
  for (let i = 0; i < padded.length; i++) {
    if (padded[i] === 1 && codeAt(i) !== 255) {
      for (const pass of [0, 1]) {
        queued[pass][i] = 1;
        queues[pass].push(i);
      }
    }
  }
  while (queues[0].length + queues[1].length > 0) {
    for (const pass of [0, 1]) {
      const doomed: number[] = [];
      for (const i of queues[pass]) {
        queued[pass][i] = 0;
        if (padded[i] === 1 && DELETES[pass][codeAt(i)] === 1) doomed.push(i);
      }
      queues[pass] = [];
      for (const i of doomed) padded[i] = 0;
      for (const i of doomed) {
        for (const step of around) {
          const j = i + step;
          if (padded[j] === 0) continue;
          for (const other of [0, 1]) {
            if (queued[other][j] === 1) continue;
            queued[other][j] = 1;
            queues[other].push(j);
          }
        }
      }
    }
  }
  const out = new Uint8Array(bits.length);
  for (let y = 0; y < height; y++) {
    const line = (y + 1) * stride + 1;
    out.set(padded.subarray(line, line + width), y * width);
  }
  return { width, height, bits: out };
}

/** For each pass, whether it deletes a pixel of this neighbourhood; bit k of the index is P(k + 2). */
const DELETES = [0, 1].map((pass) =>
  Uint8Array.from({ length: 256 }, (_, code) => {
    const p = (n: number) => code >> n - 2 & 1;
    let sum = 0, steps = 0;
    for (let n = 2; n <= 9; n++) {
      sum += p(n);
      if (p(n) === 0 && p(n === 9 ? 2 : n + 1) === 1) steps++;
    }
    const fits = pass === 0
      ? p(2) * p(4) * p(6) === 0 && p(4) * p(6) * p(8) === 0
      : p(2) * p(4) * p(8) === 0 && p(2) * p(6) * p(8) === 0;
    return sum >= 2 && sum <= 6 && steps === 1 && fits ? 1 : 0;
  })
);
