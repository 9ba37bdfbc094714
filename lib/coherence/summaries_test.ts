import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { JudgedAttempt } from "lib/attempts/mod.ts";
import { storedScatterTargets } from "lib/simulate/mod.ts";
import { ROSTER } from "lib/simulate/mod.ts";
import {
  type AttentionExample,
  attentionPairs,
  type Coherence,
  confoundSentence,
  drawingOf,
  embedderSentence,
  type EntropyConfound,
  entropyConfound,
  globalLocalSentence,
  maskSentence,
  modelOrder,
  type PromptCoherence,
  ratioSentence,
  scatterOrder,
  scatterRecovery,
  scatterSentence,
  scatterTargets,
  subcategoryStructure,
  type TierCoherence,
} from "./mod.ts";

const prompt = (model: string, item: string, structure: number, intra = 0.2): PromptCoherence => ({
  ...{ model, item, tier: `T${item[0]}`, subcategory: item.slice(0, 2), n: 3, intra, inter: 0.5 },
  ...{ structure, mask: 30 },
});
const cell = (model: string, tier: string, values: Partial<TierCoherence>): TierCoherence => ({
  ...{ model, tier, n: 30, prompts: 10, single: 0, intra: 0.2, inter: 0.4, ratio: 0.5 },
  ...{ silhouette: 0.1, structure: 0.3, structured: 10 },
  ...values,
});
const coherence = (parts: Partial<Coherence>): Coherence => ({
  embedder: { name: "descriptor", caption: "a description", keyWidth: 16, hasAttention: false },
  ...{ models: ["a", "b"], drawings: [], unknown: 0, vectors: { data: new Float32Array(), width: 1 } },
  ...{ tiers: [], prompts: [], masks: new Map(), attention: [] },
  ...parts,
});
/** Models whose entropies and structures are these. */
function withEntropies(
  models: Record<string, { entropy: (number | null)[]; structure: number[] }>,
): Coherence {
  const names = Object.keys(models);
  return coherence({
    models: names,
    drawings: names.flatMap((model) =>
      models[model].entropy.map((entropy) => drawingOf([], { model, entropy }))
    ),
    prompts: names.flatMap((model) =>
      models[model].structure.map((value, i) => prompt(model, `1A-0${i}`, value))
    ),
  });
}

Deno.test("subcategoryStructure means over prompts that have a value, NaN where none has", () => {
  const rows = subcategoryStructure([
    prompt("a", "1B-01", 0.4, 0.1),
    prompt("a", "1A-01", NaN, NaN),
    prompt("a", "1B-02", NaN, 0.3),
    prompt("b", "1B-01", 0.1, 0.1),
  ]);
  deepStrictEqual(
    rows.map(({ model, subcategory, structured, prompts }) => [model, subcategory, structured, prompts]),
    [
      ["a", "1A", 0, 1],
      ["a", "1B", 1, 2],
      ["b", "1B", 1, 1],
    ],
  );
  deepStrictEqual([rows[0].structure, rows[1].structure, rows[1].intra], [NaN, 0.4, 0.2]);
});

Deno.test("entropyConfound on a line: no residuals; off it: what the line leaves, summing to nothing", () => {
  const even = entropyConfound(withEntropies({
    a: { entropy: [0.1, 0.3], structure: [0.2] },
    b: { entropy: [0.4], structure: [0.3, 0.5] },
    c: { entropy: [0.6, null], structure: [0.6, NaN] },
  }));
  deepStrictEqual(even.points.map(({ model, n, prompts }) => [model, n, prompts]), [
    ["a", 2, 1],
    ["b", 1, 2],
    ["c", 1, 1],
  ]);
  const close = (x: number, y: number) => ok(Math.abs(x - y) < 1e-12, `${x} ${y}`);
  close(even.slope, 1);
  close(even.intercept, 0);
  close(even.rho, 1);
  close(even.r, 1);
  for (const { residual } of even.points) close(residual, 0);
  const uneven = entropyConfound(withEntropies({
    a: { entropy: [1], structure: [1] },
    b: { entropy: [2], structure: [3] },
    c: { entropy: [3], structure: [2] },
    d: { entropy: [4], structure: [4] },
  }));
  close(uneven.slope, 0.8);
  close(uneven.points.reduce((sum, { residual }) => sum + residual, 0), 0);
  close(uneven.points[1].residual, 3 - (0.5 + 0.8 * 2));
  close(uneven.rho, 0.8);
});

Deno.test("entropyConfound without entropies, of one model, of two equal entropies: said, not thrown", () => {
  const none = entropyConfound(
    withEntropies({ a: { entropy: [null], structure: [0.2] }, b: { entropy: [], structure: [] } }),
  );
  deepStrictEqual([none.points, none.lacking, none.rho, none.slope], [[], ["a", "b"], NaN, NaN]);
  const one = entropyConfound(withEntropies({ a: { entropy: [0.5], structure: [0.2] } }));
  deepStrictEqual([one.points[0].residual, one.rho], [NaN, NaN]);
  const equal = entropyConfound(
    withEntropies({ a: { entropy: [1], structure: [1] }, b: { entropy: [1], structure: [2] } }),
  );
  deepStrictEqual([equal.slope, equal.points[0].residual], [NaN, NaN]);
  const texts = [none, one, equal].map(confoundSentence);
  ok(/No model has both/.test(texts[0]) && /a, b/.test(texts[0]), texts[0]);
  for (const text of texts) ok(/too few/.test(text) && !/NaN|undefined/.test(text), text);
});

Deno.test("confoundSentence names who departs most, and does not for two models", () => {
  const base: EntropyConfound = {
    points: [["a", 0.1, -0.02], ["b", 0.3, 0.05], ["c", 0.2, -0.03]].map(([model, structure, residual]) => ({
      ...{
        model: String(model),
        structure: Number(structure),
        residual: Number(residual),
        entropy: 1,
        n: 1,
        prompts: 1,
      },
    })),
    ...{ lacking: [], rho: 0.5, rhoP: 0.0001, r: 0.4, rP: 0.2, slope: 1, intercept: 0 },
  };
  const text = confoundSentence(base);
  ok(/p < 0.001.*p = 0.200.*is c \(\u22120.030\), least b \(\+0.050\).*0.200, 4.0 times/.test(text), text);
  ok(/leaves no residuals/.test(confoundSentence({ ...base, points: base.points.slice(0, 2) })));
});

Deno.test("modelOrder sorts by the first judge that scored, leaves unscored models last and unjudged runs as they are", () => {
  const attempt = (model: string, judge: string, composite: number | null): JudgedAttempt => ({
    ...{ model, task: "layout", item: "1A-01", sample: 0, status: "ok", errorType: null, errorMessage: null },
    ...{ errorLine: null, primitives: [], trivial: false, entropy: null, tokens: null, reply: "" },
    verdicts: {
      [judge]: composite === null
        ? { status: "not_judged", scores: null, composite: null }
        : { status: "judged", scores: [composite, composite, composite, composite, composite], composite },
    } as unknown as JudgedAttempt["verdicts"],
  });
  const attempts = [attempt("a", "j", 2), attempt("b", "j", null), attempt("c", "j", 4)];
  deepStrictEqual(modelOrder(attempts, ["j"]), { models: ["c", "a", "b"], judge: "j" });
  deepStrictEqual(modelOrder(attempts.map((one) => ({ ...one, verdicts: {} })), ["j"]), {
    ...{ models: ["a", "b", "c"], judge: null },
  });
  deepStrictEqual(modelOrder([], []), { models: [], judge: null });
});

Deno.test("attentionPairs takes a prompt of each subcategory in turn, of the tier and of both models", () => {
  const example = (model: string, item: string): AttentionExample => ({
    ...{ drawing: drawingOf([], { model, item }), attention: new Float32Array(576), spread: 0.1 },
  });
  const items = ["1A-01", "2A-01", "2A-02", "2B-03", "2C-01"];
  const attention = [...items, "2D-01"].map((item) => example("a", item)).concat(
    items.map((item) => example("b", item)),
  );
  const pairs = attentionPairs({ attention }, ["a", "b"]);
  deepStrictEqual(pairs.map(({ item }) => item), ["2A-01", "2B-03", "2C-01"]);
  deepStrictEqual(pairs.map(({ top, bottom }) => [top.drawing.model, bottom.drawing.model])[0], ["a", "b"]);
  deepStrictEqual(
    attentionPairs({ attention }, ["a", "b"], { count: 9 }).map(({ item }) => item).at(-1),
    "2A-02",
  );
  deepStrictEqual(attentionPairs({ attention: [] }, ["a", "b"]), []);
});

Deno.test("sentences of an empty run say that there is nothing, without NaN", () => {
  const nothing = coherence({ models: [] });
  const texts = [ratioSentence, maskSentence, globalLocalSentence, embedderSentence].map((say) =>
    say(nothing)
  );
  for (const text of [...texts, scatterSentence(nothing, undefined)]) {
    ok(!/NaN|undefined|null/.test(text), text);
  }
  ok(/no ratio/.test(texts[0]) && /no mask/.test(texts[1]) && /cannot be compared/.test(texts[2]));
});

Deno.test("ratioSentence names both ends of each tier and the negative silhouettes", () => {
  const text = ratioSentence({
    tiers: [
      cell("a", "T1", { ratio: 0.2, silhouette: -0.1 }),
      cell("b", "T1", { ratio: 0.9, silhouette: -0.2 }),
      cell("a", "T2", { ratio: NaN, silhouette: 0.3 }),
      cell("b", "T2", { ratio: 0.7, silhouette: -0.3 }),
    ],
  });
  ok(/T1: from a \(\*\*0.20\*\*\) to b \(\*\*0.90\*\*\); T2: b \(0.70\)/.test(text), text);
  ok(/at some tier for a, b, at every tier for b/.test(text), text);
});

Deno.test("globalLocalSentence finds where the two measures part", () => {
  const tiers = [[0.1, 0.3], [0.2, 0.1], [0.3, 0.2]].map(([intra, structure], i) =>
    cell("a", `T${i + 1}`, { intra, structure })
  );
  const text = globalLocalSentence({ tiers });
  ok(/\u22120.50/.test(text) && /a, T1: rank 1 of 3 globally, 3 locally/.test(text), text);
});

Deno.test("embedderSentence warns of the descriptor and of what a file lacks", () => {
  ok(/carries no embeddings.*not comparable/.test(embedderSentence(coherence({}))));
  const file = coherence({
    embedder: { name: "x", caption: "DINO", keyWidth: 0, hasAttention: true },
    unknown: 3,
  });
  const text = embedderSentence(file);
  ok(/embedded by DINO/.test(text) && /no local measure/.test(text) && /3 more drawings/.test(text), text);
});

Deno.test("scatterRecovery holds the descriptor's distances alone against what is planted", () => {
  const planted = {
    scatter: { error: { a: [0.1, 0.2, 0.3] }, intra: { a: [0.2, 0.5, 0.5] }, structure: { a: 0.3 } },
  };
  const prompts = [0.1, 0.2, 0.3].map((value, i) => prompt("a", `1A-0${i}`, i === 0 ? NaN : value, value));
  const found = coherence({ models: ["a", "b"], prompts });
  const rows = scatterRecovery(found, planted);
  deepStrictEqual(rows.map(({ quantity, planted, n }) => [quantity, planted, n]), [
    ["d_intra, T1", 0.2, 3],
    ["structure distance", 0.3, 2],
  ]);
  ok(Math.abs(rows[0].estimate - 0.2) < 1e-12 && rows[0].low >= 0.1 && rows[0].high <= 0.3);
  deepStrictEqual(scatterRecovery({ ...found, embedder: { ...found.embedder, name: "dino" } }, planted), []);
  deepStrictEqual(scatterRecovery(found, undefined), []);
  const tiers = [["T1", 0.1], ["T2", 0.3], ["T3", 0.2]] as const;
  const order = { tiers: tiers.map(([tier, intra]) => cell("a", tier, { intra })) };
  deepStrictEqual(scatterOrder(order, planted), { rho: 0.5, n: 3 });
  strictEqual(scatterOrder(order, {}).n, 0);
});

Deno.test("the stored targets are of this roster, and a small simulation finds them again within its noise", async () => {
  const stored = storedScatterTargets(ROSTER)!;
  const found = await scatterTargets(ROSTER, { rosters: 1, samples: 2 });
  const gaps = ROSTER.flatMap(({ id }) => [
    ...[0, 1, 2].flatMap((t) => [
      ...[stored.error[id][t] - found.error[id][t], stored.intra[id][t] - found.intra[id][t]],
    ]),
    stored.structure[id] - found.structure[id],
  ]);
  // 50 prompts a tier: their own standard deviations of about 0.1 make for 0.015 in a mean
  for (const gap of gaps) ok(Math.abs(gap) < 0.06, `${gap}`);
  ok(Math.abs(gaps.reduce((sum, gap) => sum + gap) / gaps.length) < 0.015);
});

Deno.test("models that err more repeat themselves less: planted error and expected d_intra go together", () => {
  const { error, intra } = storedScatterTargets()!;
  const tiers = ROSTER.flatMap(({ id }) =>
    [0, 1, 2].map((t) => cell(id, `T${t + 1}`, { intra: intra[id][t] }))
  );
  ok(scatterOrder({ tiers }, { scatter: { error } }).rho > 0.9);
});
