import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import type { Primitive } from "lib/canvas/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { descriptor, type Drawing, drawingOf, layoutDrawings, measureCoherence } from "./mod.ts";
import { vectorEmbedder } from "./testdata/vector_embedder.ts";

interface Case {
  id: string;
  kind: "silhouette" | "cosineCoherence";
  why: string;
  input: { x: number[][]; labels: (number | string)[] };
  expect: Record<string, unknown>;
  tolerance: number;
}

const cases: Case[] = JSON.parse(
  Deno.readTextFileSync(new URL("testdata/cosine_cases.json", import.meta.url)),
);
const box = (r: number, c: number): Primitive => ({
  kind: "rect",
  r,
  c,
  h: 6,
  w: 6,
  color: "#d23232",
  fill: true,
});

for (const { id, kind, why, input, expect, tolerance } of cases) {
  Deno.test(`measureCoherence ${id}: ${why}, as scikit-learn has it`, async () => {
    // vectors are kept as 32-bit floats
    const close = (found: number, wanted: unknown) => {
      if (wanted === null) return ok(Number.isNaN(found), `${found} for none`);
      const value = wanted as number;
      ok(
        Math.abs(found - value) <= Math.max(tolerance, 1e-6) * Math.max(1, Math.abs(value)),
        `${found} ${value}`,
      );
    };
    const drawn = new Map(input.x.map((vector, i) => {
      const item = `1A-${String(input.labels[i]).padStart(8, "0")}`;
      return [drawingOf([box(2, 2)], { item, sample: i }), { vector }] as const;
    }));
    const { tiers, prompts } = await measureCoherence([...drawn.keys()], vectorEmbedder(drawn));
    if (kind === "silhouette") return close(tiers[0].silhouette, expect.score);
    close(tiers[0].intra, expect.meanIntra);
    close(tiers[0].inter, expect.meanInter);
    close(tiers[0].ratio, expect.ratio);
    strictEqual(prompts.length, new Set(input.labels).size);
  });
}

/** So many drawings of a prompt by a model, of one box each, moved by its sample times `step`. */
function repeats(model: string, item: string, n: number, step: number): Drawing[] {
  return Array.from(
    { length: n },
    (_, sample) => drawingOf([box(2, 1 + step * sample)], { model, item, sample }),
  );
}

Deno.test("identical drawings have d_intra and structure distance 0, moved ones more; d_intra grows with the move", async () => {
  const drawings = [
    ...repeats("still", "1A-01", 4, 0),
    ...repeats("restless", "1A-01", 4, 1),
    ...repeats("wild", "1A-01", 4, 3),
  ];
  const { prompts, tiers } = await measureCoherence(drawings, descriptor());
  const [still, restless, wild] = prompts;
  ok(still.intra < 1e-7 && still.structure === 0, `${still.intra}`);
  ok(restless.intra > 0 && restless.structure > 0);
  ok(wild.intra > restless.intra && wild.structure > 0);
  for (const { inter, ratio, silhouette } of tiers) {
    deepStrictEqual([inter, ratio, silhouette], [NaN, NaN, NaN]);
  }
});

Deno.test("a prompt with one drawing has no pairs and still a centroid that others are held against", async () => {
  const drawings = [...repeats("m", "1A-01", 1, 0), ...repeats("m", "1A-02", 3, 2)];
  const { prompts, tiers: [tier] } = await measureCoherence(drawings, descriptor());
  deepStrictEqual([prompts[0].n, prompts[0].intra, prompts[0].structure], [1, NaN, NaN]);
  ok(prompts[1].intra > 0 && prompts[0].inter === prompts[1].inter);
  deepStrictEqual([tier.n, tier.prompts, tier.single, tier.structured], [4, 2, 1, 1]);
  strictEqual(tier.intra, prompts[1].intra);
});

Deno.test("one drawing in all is a row without any distance", async () => {
  const { prompts, tiers } = await measureCoherence(repeats("m", "2B-03", 1, 0), descriptor());
  strictEqual(prompts.length, 1);
  const { intra, inter, ratio, silhouette, structure } = tiers[0];
  deepStrictEqual([intra, inter, ratio, silhouette, structure], [NaN, NaN, NaN, NaN, NaN]);
  const nothing = await measureCoherence([], descriptor());
  deepStrictEqual([nothing.prompts, nothing.tiers, nothing.models, nothing.masks.size], [[], [], [], 0]);
});

Deno.test("where the mask is empty the local measure is missing and the global one is not", async () => {
  const drawings = [...repeats("m", "1A-01", 4, 6), ...repeats("m", "1A-02", 2, 0)];
  const { prompts, masks, tiers: [tier] } = await measureCoherence(drawings, descriptor());
  deepStrictEqual([masks.get("1A-01")!.size, prompts[0].mask, prompts[0].structure], [0, 0, NaN]);
  ok(prompts[0].intra > 0);
  deepStrictEqual([tier.structure, tier.structured], [0, 1]);
});

Deno.test("masks pool all models: one model's drawings decide where another's are compared", async () => {
  const of = (model: string) => repeats(model, "1A-01", 2, 3);
  const still = repeats("still", "1A-01", 6, 0);
  const alone = await measureCoherence(of("m"), descriptor());
  const together = await measureCoherence([...of("m"), ...still], descriptor());
  ok(alone.masks.get("1A-01")!.size > together.masks.get("1A-01")!.size);
  strictEqual(together.masks.get("1A-01")!.n, 8);
  ok(alone.prompts[0].structure !== together.prompts[0].structure);
});

Deno.test("measureCoherence does not depend on the order of drawings, but for the order of models", async () => {
  const drawings = ["b", "a"].flatMap((model) =>
    ["1A-02", "2C-01", "1A-01", "3E-10"].flatMap((item, i) => repeats(model, item, 2 + i, 1 + i))
  );
  const straight = await measureCoherence(drawings, descriptor());
  const shuffled = await measureCoherence(randomStream("order").shuffle(drawings), descriptor());
  const rounded = ({ prompts }: typeof straight) =>
    prompts.map(({ intra, inter, structure, ...rest }) => ({
      ...rest,
      values: [intra, inter, structure].map((value) => value.toFixed(9)),
    })).sort((a, b) => a.model + a.item < b.model + b.item ? -1 : 1);
  deepStrictEqual(rounded(straight), rounded(shuffled));
  deepStrictEqual(straight.models, ["b", "a"]);
  deepStrictEqual(straight.tiers.map(({ model, tier }) => model + tier), [
    "bT1",
    "bT2",
    "bT3",
    "aT1",
    "aT2",
    "aT3",
  ]);
});

Deno.test("drawings that the embedder does not know are counted, left out, and still vote on the mask", async () => {
  const drawings = repeats("m", "1A-01", 3, 0);
  const known = new Map(drawings.slice(1).map((drawing) => [drawing, { vector: [1, 0] }]));
  const { unknown, prompts, masks } = await measureCoherence(drawings, vectorEmbedder(known));
  deepStrictEqual([unknown, prompts[0].n, masks.get("1A-01")!.n], [1, 2, 3]);
});

Deno.test("of a prompt's attention maps the one with the largest deviation is kept, scaled to its own range", async () => {
  const drawings = repeats("m", "2A-01", 3, 0);
  const flat = new Float32Array(576).fill(0.1), mild = flat.map((_, i) => i < 10 ? 0.5 : 0.1);
  const sharp = flat.map((_, i) => i % 2 === 0 ? 5 : 3);
  const maps = [flat, mild, sharp];
  const of = new Map(drawings.map((drawing, i) => [drawing, { vector: [1], attention: maps[i] }]));
  const { attention } = await measureCoherence(drawings, vectorEmbedder(of));
  strictEqual(attention.length, 1);
  strictEqual(attention[0].drawing, drawings[2]);
  deepStrictEqual([attention[0].attention[0], attention[0].attention[1], attention[0].spread], [1, 0, 0.5]);
});

Deno.test("an embedding of another width than its embedder says is refused", async () => {
  const drawings = repeats("m", "1A-01", 2, 0);
  const of = new Map(drawings.map((drawing, i) => [drawing, { vector: i === 0 ? [1, 2] : [1] }]));
  await rejects(
    measureCoherence(drawings, vectorEmbedder(of)),
    /must give 2 numbers and 576 keys of 0, got 1/,
  );
});

Deno.test("layoutDrawings keeps valid and not trivial attempts, in their order", () => {
  const base = {
    task: "layout" as const,
    errorType: null,
    errorMessage: null,
    errorLine: null,
    tokens: null,
    reply: "",
  };
  const attempt = (
    sample: number,
    status: "ok" | "syntax_error" | null,
    trivial: boolean,
    entropy: number | null,
  ) => ({
    ...{ ...base, model: "m", item: "1A-01", sample, status, trivial, entropy },
    primitives: status === "ok" ? [box(2, 2)] : [],
  });
  const drawings = layoutDrawings([
    attempt(0, "ok", false, 0.5),
    attempt(1, "ok", true, 0.5),
    attempt(2, "syntax_error", false, null),
    attempt(3, null, false, null),
    attempt(4, "ok", false, null),
  ]);
  deepStrictEqual(drawings.map(({ sample, entropy }) => [sample, entropy]), [[0, 0.5], [4, null]]);
  strictEqual(drawings[0].foreground.reduce((sum, cell) => sum + cell), 36);
});
