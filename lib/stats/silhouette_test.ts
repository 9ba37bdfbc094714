import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { cosineCoherence, silhouette } from "./mod.ts";

const random = randomStream("silhouette");
const near = (a: number, b: number, tolerance = 1e-12) => ok(Math.abs(a - b) <= tolerance, `${a}, not ${b}`);
const x = Array.from({ length: 40 }, () => Array.from({ length: 7 }, () => random.normal() + 0.5));
const labels = x.map(() => random.pick(["a", "b", "c", "lone"]));
labels.forEach((label, i) => label === "lone" && i > 0 ? labels[i] = "a" : label);
labels[0] = "lone";

function distance(a: number[], b: number[]): number {
  const dot = (u: number[], v: number[]) => u.reduce((sum, value, k) => sum + value * v[k], 0);
  const lengths = Math.sqrt(dot(a, a) * dot(b, b));
  return lengths === 0 ? 1 : 1 - dot(a, b) / lengths;
}

Deno.test("silhouette is what the distance matrix gives, unequal clusters, one of a single sample, one vector of 0", () => {
  const rows = x.with(5, x[5].map(() => 0));
  const { score, samples } = silhouette(rows, labels, { metric: "cosine" });
  const expected = rows.map((row, i) => {
    const mean = (label: string) => {
      const others = rows.filter((_, j) => j !== i && labels[j] === label);
      return others.reduce((sum, other) => sum + distance(row, other), 0) / others.length;
    };
    if (labels.filter((label) => label === labels[i]).length === 1) return 0;
    const a = mean(labels[i]);
    const b = Math.min(...[...new Set(labels)].filter((label) => label !== labels[i]).map(mean));
    return (b - a) / Math.max(a, b);
  });
  expected.forEach((value, i) => near(samples[i], value));
  near(score, expected.reduce((a, b) => a + b) / expected.length);
});

Deno.test("silhouette takes flat typed arrays, any lengths of vectors, renamed labels and any order alike", () => {
  const { score } = silhouette(x, labels);
  near(silhouette({ data: Float64Array.from(x.flat()), width: 7 }, labels).score, score);
  near(silhouette(x.map((row, i) => row.map((v) => v * (i + 1) * 1e-200)), labels).score, score);
  near(silhouette(x, labels.map((label) => label.charCodeAt(0))).score, score);
  near(silhouette(x.toReversed(), labels.toReversed()).score, score);
  near(silhouette({ data: Float32Array.from(x.flat()), width: 7 }, labels).score, score, 1e-6);
});

Deno.test("silhouette is undefined for fewer than two clusters, 0 for clusters of one and for all-equal vectors", () => {
  strictEqual(silhouette([], []).score, NaN);
  strictEqual(silhouette([[1, 2]], ["a"]).score, NaN);
  strictEqual(silhouette([[1, 2], [2, 1]], ["a", "a"]).score, NaN);
  strictEqual(silhouette([[1, 2], [2, 1]], ["a", "b"]).score, 0);
  near(silhouette([[1, 0], [1, 0], [1, 0], [1, 0]], [0, 0, 1, 1]).score, 0);
});

Deno.test("silhouette and cosineCoherence refuse NaN, ragged rows, missing labels and other metrics", () => {
  throws(() => silhouette([[NaN]], [0]), RangeError);
  throws(() => silhouette([[1, 2], [1]], [0, 1]), RangeError);
  throws(() => silhouette([[1]], []), RangeError);
  throws(() => silhouette({ data: [1, 2, 3], width: 2 }, [0]), RangeError);
  throws(() => silhouette([[1]], [0], { metric: "euclidean" as "cosine" }), RangeError);
  throws(() => cosineCoherence([[Infinity]], [0]), RangeError);
});

Deno.test("cosineCoherence is what pairs and centroids give one by one", () => {
  const { labels: names, intra, inter, meanIntra, meanInter, ratio } = cosineCoherence(x, labels);
  deepStrictEqual(names, ["a", "b", "c", "lone"]);
  const of = (name: string) => x.filter((_, i) => labels[i] === name);
  const centroid = (name: string) =>
    x[0].map((_, k) => of(name).reduce((sum, row) => sum + row[k], 0) / of(name).length);
  for (const [c, name] of (names as string[]).entries()) {
    const pairs = of(name).flatMap((row, i) => of(name).slice(0, i).map((other) => distance(row, other)));
    if (name === "lone") strictEqual(intra[c], NaN);
    else near(intra[c], pairs.reduce((a, b) => a + b) / pairs.length);
    const others = (names as string[]).filter((other) => other !== name);
    near(inter[c], others.reduce((sum, other) => sum + distance(centroid(name), centroid(other)), 0) / 3);
  }
  near(meanIntra, (intra[0] + intra[1] + intra[2]) / 3);
  near(ratio, meanIntra / meanInter);
});

Deno.test("cosineCoherence of nothing, of one cluster, and with a vector of 0", () => {
  deepStrictEqual(cosineCoherence([], []).labels, []);
  strictEqual(cosineCoherence([], []).ratio, NaN);
  const one = cosineCoherence([[1, 0], [0, 1]], [5, 5]);
  deepStrictEqual([one.intra[0], one.inter[0], one.meanInter], [1, NaN, NaN]);
  deepStrictEqual(cosineCoherence([[0, 0], [0, 1], [0, 2]], [1, 1, 1]).intra.map((v) => v.toFixed(9)), [
    "0.666666667",
  ]);
});
