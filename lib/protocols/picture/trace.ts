import { EPSILON, type Mask, type Point } from "./picture.ts";

const SIDE = 10, DIAGONAL = 14;

/**
 * Walks a skeleton from its pixel nearest to `start` to the one farthest along it: geodesic distances over 8
 * neighbours, 10 a side step and 14 a diagonal one. The way back takes at each pixel the first neighbour, row by row,
 * that lies on a shortest way. Linear in pixels: steps are small integers, so that distances are settled in rounds.
 *
 * @returns The pixel centres from start to end, normalised; empty for an empty mask.
 */
export function trace({ width, height, bits }: Mask, [startX, startY]: Point): Point[] {
  let start = -1, least = Infinity;
  for (let i = 0; i < bits.length; i++) {
    if (bits[i] === 0) continue;
    const y = Math.floor(i / width), x = i - y * width;
    const squared = (x + 0.5 - startX * width) ** 2 + (y + 0.5 - startY * height) ** 2;
    if (squared < least - EPSILON) [start, least] = [i, squared];
  }
  if (start < 0) return [];
  const distance = new Int32Array(bits.length).fill(-1);
  const settled = new Uint8Array(bits.length);
  const rounds: number[][] = Array.from({ length: DIAGONAL + 1 }, () => []); // waiting, by distance modulo 15
  distance[start] = 0;
  rounds[0].push(start);
  let end = start;
  for (let now = 0, idle = 0; idle <= DIAGONAL; now++) {
    const round = rounds[now % (DIAGONAL + 1)];
    idle = round.length === 0 ? idle + 1 : 0;
    for (const i of round) {
      if (settled[i] === 1 || distance[i] !== now) continue;
      settled[i] = 1;
      if (now > distance[end] || now === distance[end] && i < end) end = i;
      const y = Math.floor(i / width), x = i - y * width;
      for (let ny = y > 0 ? y - 1 : 0; ny <= y + 1 && ny < height; ny++) {
        for (let nx = x > 0 ? x - 1 : 0; nx <= x + 1 && nx < width; nx++) {
          const j = ny * width + nx;
          if (bits[j] === 0 || settled[j] === 1) continue;
          const through = now + (nx === x || ny === y ? SIDE : DIAGONAL);
          if (distance[j] >= 0 && distance[j] <= through) continue;
          distance[j] = through;
          rounds[through % (DIAGONAL + 1)].push(j);
        }
      }
    }
    round.length = 0;
  }
  const way = [end];
  for (let at = end; at !== start;) {
    at = neighbours(at, width, height).find(([j, step]) =>
      distance[j] >= 0 && distance[j] + step === distance[at]
    )![0];
    way.push(at);
  }
  return way.reverse().map((i) => [(i % width + 0.5) / width, (Math.floor(i / width) + 0.5) / height]);
}

/** The neighbours of a pixel inside the picture with the cost of the step, row by row. */
function neighbours(i: number, width: number, height: number): [number, number][] {
  const y = Math.floor(i / width), x = i - y * width;
  const out: [number, number][] = [];
  for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
    for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
      if (nx !== x || ny !== y) out.push([ny * width + nx, nx === x || ny === y ? SIDE : DIAGONAL]);
    }
  }
  return out;
}
