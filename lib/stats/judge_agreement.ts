import { pearson } from "./pearson.ts";
import { spearman } from "./spearman.ts";
import { mean } from "./summary.ts";

/** One image and what two judges made of it; null where a judge's verdict is missing. */
export interface JudgedImage {
  model: string;
  a: number | null;
  b: number | null;
}

/** How two judges agree on one model's images, or on all. */
export interface PairAgreement {
  /** Images both judged. */
  n: number;
  onlyA: number;
  onlyB: number;
  neither: number;
  pearson: { r: number; p: number };
  spearman: { rho: number; p: number };
  /** Mean of b - a over the images both judged: how much more lenient b is. */
  gap: number;
}

/** How two judges agree. */
export interface JudgeAgreement {
  /** Per model, in the order of first appearance. */
  models: (PairAgreement & { model: string; meanA: number; meanB: number })[];
  /** Over all images. */
  all: PairAgreement;
  /** Of the models' overall means, each over what that judge judged: do the judges rank models alike? */
  ofMeans: { rho: number; p: number; n: number };
}

/**
 * Inter-judge agreement: per model over the images both judged, and over the models' overall means.
 *
 * @param images One entry per image. Scores are finite or null.
 * @param options means: overall means per model by another estimator, instead of the plain means; a model that is not
 * in it is left out of `ofMeans`.
 * @returns NaN where a correlation is undefined (a side constant, too few images).
 * @throws {RangeError} If a score is not finite.
 *
 * @example
 * ```ts
 * import { judgeAgreement } from "lib/stats/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const { all, ofMeans } = judgeAgreement([
 *   { model: "sim-a", a: 1, b: 2 },
 *   { model: "sim-a", a: 3, b: 4 },
 *   { model: "sim-b", a: 2, b: 3 },
 *   { model: "sim-b", a: null, b: 5 },
 * ]);
 * strictEqual(all.n, 3);
 * strictEqual(all.gap, 1);
 * strictEqual(ofMeans.n, 2);
 * ```
 */
export function judgeAgreement(
  images: readonly JudgedImage[],
  { means }: { means?: Readonly<Record<string, { a: number; b: number }>> } = {},
): JudgeAgreement {
  const byModel = new Map<string, JudgedImage[]>();
  for (const image of images) {
    const list = byModel.get(image.model);
    if (list) list.push(image);
    else byModel.set(image.model, [image]);
  }
  const models = [...byModel].map(([model, list]) => ({
    model,
    ...agreement(list),
    meanA: means?.[model]?.a ?? (means ? NaN : mean(present(list, "a"))),
    meanB: means?.[model]?.b ?? (means ? NaN : mean(present(list, "b"))),
  }));
  const ranked = models.filter(({ meanA, meanB }) => !Number.isNaN(meanA + meanB));
  return {
    models,
    all: agreement(images),
    ofMeans: spearman(ranked.map(({ meanA }) => meanA), ranked.map(({ meanB }) => meanB)),
  };
}

function present(images: readonly JudgedImage[], judge: "a" | "b"): number[] {
  return images.map((image) => image[judge]).filter((score) => score !== null);
}

function agreement(images: readonly JudgedImage[]): PairAgreement {
  const both = images.filter((image) => image.a !== null && image.b !== null);
  const a = present(both, "a"), b = present(both, "b");
  const { r, p } = pearson(a, b), ranked = spearman(a, b);
  const onlyA = images.filter((image) => image.a !== null && image.b === null).length;
  const onlyB = images.filter((image) => image.a === null && image.b !== null).length;
  return {
    n: both.length,
    onlyA,
    onlyB,
    neither: images.length - both.length - onlyA - onlyB,
    pearson: { r, p },
    spearman: { rho: ranked.rho, p: ranked.p },
    gap: mean(b.map((score, i) => score - a[i])),
  };
}
