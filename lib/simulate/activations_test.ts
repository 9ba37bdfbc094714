import { deepStrictEqual, notDeepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { openActivations, probeStudy } from "lib/probes/mod.ts";
import { createRun, readRun, validateRun } from "lib/run/mod.ts";
import { itemIds, layoutPrompts } from "lib/tasks/mod.ts";
import { activationGrids } from "./activation_grids.ts";
import { simulateActivations, type SimulateActivationsOptions } from "./activations.ts";
import { ROSTER } from "./roster.ts";

const SMALL = { layers: 2, width: 128, drawings: 12 };
/** Three models that depart from each other. */
const MODELS = ["sim-a", "sim-b", "sim-h"].map((id) => ROSTER.find((model) => model.id === id)!);

async function withRun(
  options: SimulateActivationsOptions,
  test: (dir: string) => Promise<void> | void,
  models = MODELS,
) {
  const dir = Deno.makeTempDirSync();
  try {
    const ids = models.map(({ id }) => ({ id }));
    createRun(dir, { name: "r", origin: "simulated", models: ids, judges: [], seeds: {} });
    await simulateActivations(dir, 7, { ...SMALL, models, ...options });
    await test(dir);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

/** What the probes make of a run whose models draw as they were simulated to. */
async function studyOf(dir: string) {
  return await probeStudy(await readRun(dir), {
    drawn: MODELS.flatMap((model) => activationGrids(model, 7, 11)),
    seed: 3,
    resamples: 1000,
    splits: 4,
    ks: [16, 48],
    penalties: [1, 1e2, 1e4],
    outer: 4,
    inner: 3,
  });
}

Deno.test("nothing specific is planted by default, and nothing is decoded; what is shared is", async () => {
  await withRun({}, async (dir) => {
    const { models } = await studyOf(dir);
    deepStrictEqual(
      models.map(({ own, shared, specific }) => [own, shared, specific].map((c) => c!.decoded)),
      [
        [true, true, false],
        [true, true, false],
        [true, true, false],
      ],
    );
    for (const { specific } of models) ok(specific!.probe.estimate < 0.02, `${specific!.probe.estimate}`);
  });
});

Deno.test("a planted plan of a model's own is decoded in every model", async () => {
  await withRun({ specific: 1 }, async (dir) => {
    const { models } = await studyOf(dir);
    deepStrictEqual(models.map(({ specific }) => specific!.decoded), [true, true, true]);
  });
});

Deno.test("the same seed and options give the same bytes, a run that validates, and what was planted", async () => {
  const hashes: Record<string, string>[] = [];
  for (let i = 0; i < 2; i++) {
    await withRun({}, async (dir) => {
      const { manifest } = await readRun(dir);
      hashes.push(manifest.files);
      deepStrictEqual(await validateRun(dir, { items: itemIds }), []);
      const planted = manifest.planted!.activations as Record<string, { layer: number; specific: number }>;
      deepStrictEqual(Object.keys(planted), ["sim-a", "sim-b", "sim-h"]);
      ok(planted["sim-a"].layer >= 1 && planted["sim-a"].specific === 0);
      strictEqual("r2" in planted["sim-a"], false); // nothing is known to be expected of so small a file
    });
  }
  deepStrictEqual(hashes[0], hashes[1]);
  strictEqual(Object.keys(hashes[0]).length, 3);
});

Deno.test("layer 0 is a bag of tokens: alike for the same words, and blind at the template's last token", async () => {
  await withRun({}, (dir) => {
    using file = openActivations(`${dir}/activations/sim-a.safetensors`);
    const [template, last, mean] = file.layer(0).map(({ rows }) => rows.map((row) => [...row]));
    for (const row of template) deepStrictEqual(row, template[0]);
    const words = layoutPrompts().map(({ text }) => text.toLowerCase().match(/[a-z0-9]+/g)!);
    const ends = words.map((own) => own.at(-1)!);
    const twin = ends.findIndex((end, p) => ends.indexOf(end) < p), first = ends.indexOf(ends[twin]);
    deepStrictEqual(last[twin], last[first]);
    notDeepStrictEqual(mean[twin], mean[first]);
  }, [MODELS[0]]);
});
