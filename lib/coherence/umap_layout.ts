import { UMAP } from "umap-js";
import { type RandomStream, randomStream } from "lib/random/mod.ts";
import { nearestByCosine } from "./nearest_by_cosine.ts";
import { principalPlane } from "./principal_plane.ts";

/** How vectors are laid out in the plane. */
export interface UmapOptions {
  seed: number;
  /** 20 unless given, itself among them; fewer where there are not more vectors. */
  neighbors?: number;
  /** 0.1 unless given. */
  minDist?: number;
}

/**
 * Lays vectors out in the plane so that near ones stay near, by UMAP with the cosine distance. The same vectors, seed
 * and options give the same places. Distances between far groups mean little.
 *
 * Equal vectors are laid out as one: a handful of neighbours at no distance would cut a group off from all others and
 * send it far away. Neighbours are exact, and the layout starts from the two principal components, not from chance, which would strew
 * groups that are not joined to any other.
 * Source: McInnes, Healy & Melville (2018), arXiv 1802.03426, as umap-js has it.
 *
 * @param vectors A row each, flat; a row of length 0 has distance 1 to all others.
 * @param options.rows The rows wanted, in the order of the result; all unless given.
 * @returns x and y of each; empty for fewer than four vectors, which have no neighbourhood to keep.
 */
export function umapLayout(
  { data, width }: { data: Float32Array; width: number },
  options: UmapOptions & { rows?: readonly number[] },
): [number, number][] {
  const rows = options.rows ?? Array.from({ length: data.length / width }, (_, i) => i);
  if (rows.length < 4) return [];
  const { first, of } = distinctRows(data, width, rows);
  const places = distinctLayout(unitRows(data, width, first), width, options);
  return of.map((at) => places[at]);
}

function distinctLayout(units: Float64Array, width: number, options: UmapOptions): [number, number][] {
  const rows = units.length / width;
  if (rows < 4) return Array.from({ length: rows }, (_, i) => [i, 0]);
  const count = Math.min(options.neighbors ?? 20, rows - 1);
  const random = randomStream(options.seed, "umap");
  const umap = new UMAP({
    nComponents: 2,
    nNeighbors: count,
    minDist: options.minDist ?? 0.1,
    random: random.next,
  });
  const { indices, distances } = nearestByCosine(units, width, count);
  umap.setPrecomputedKNN(indices, distances);
  const epochs = umap.initializeFit(indices); // the vectors themselves are not looked at any more
  const places = umap.getEmbedding();
  start(units, width, random).forEach((place, i) => places[i].splice(0, 2, ...place));
  for (let epoch = 0; epoch < epochs; epoch++) umap.step();
  return places.map(([x, y]) => [x, y]);
}

/** The rows that differ from all before them, and which of these each row equals. */
function distinctRows(
  data: Float32Array,
  width: number,
  rows: readonly number[],
): { first: number[]; of: number[] } {
  const known = new Map<string, number>(), first: number[] = [];
  const of = rows.map((row) => {
    const text = data.subarray(row * width, (row + 1) * width).join();
    let at = known.get(text);
    if (at === undefined) known.set(text, at = first.push(row) - 1);
    return at;
  });
  return { first, of };
}

/** The principal plane scaled into [-10, 10], with a little noise, since rows that are alike in it could not part otherwise. */
function start(units: Float64Array, width: number, random: RandomStream): [number, number][] {
  const plane = principalPlane(units, width, random);
  const largest = plane.reduce((most, [x, y]) => Math.max(most, Math.abs(x), Math.abs(y)), 1e-12);
  return plane.map(([x, y]) => [
    10 * x / largest + 1e-3 * random.normal(),
    10 * y / largest + 1e-3 * random.normal(),
  ]);
}

function unitRows(data: Float32Array, width: number, rows: readonly number[]): Float64Array {
  const units = new Float64Array(rows.length * width);
  for (const [to, row] of rows.entries()) {
    let squares = 0;
    for (let k = 0; k < width; k++) squares += data[row * width + k] ** 2;
    if (squares === 0) continue;
    const scale = 1 / Math.sqrt(squares);
    for (let k = 0; k < width; k++) units[to * width + k] = data[row * width + k] * scale;
  }
  return units;
}
