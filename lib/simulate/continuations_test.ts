import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { causalContrasts, continuationsOf, measureContinuations, withoutDigits } from "lib/causal/mod.ts";
import { closeRenderers } from "lib/program/mod.ts";
import { addTable, ARMS, createRun, type Generation, readRun, validateRun } from "lib/run/mod.ts";
import { itemIds, layoutScenes } from "lib/tasks/mod.ts";
import { simulateContinuations } from "./continuations.ts";
import { CONTINUERS } from "./continuer.ts";
import { layoutAttempt } from "./layout_attempt.ts";
import { ROSTER } from "./roster.ts";
import { generationFrame } from "./simulate.ts";

/** A run of two models' layouts on some prompts, with their continuations. */
async function makeRun(dir: string, prompts: number): Promise<void> {
  createRun(dir, {
    name: "r",
    origin: "simulated",
    models: [{ id: "sim-a" }, { id: "sim-d" }],
    judges: [],
    seeds: {},
  });
  for (const model of ROSTER.filter(({ id }) => id === "sim-a" || id === "sim-d")) {
    const rows = layoutScenes().slice(0, prompts).flatMap((scene) =>
      Array.from({ length: 6 }, (_, sample): Generation => ({
        model: model.id,
        task: "layout",
        medium: "canvas",
        item: scene.id,
        sample,
        ...layoutAttempt(model, scene, sample, 1),
      }))
    );
    await addTable(dir, "generations", generationFrame(rows), { owner: model.id });
  }
  await simulateContinuations(dir, 1);
}

Deno.test("simulated continuations are valid, repeat to the byte, and are measured as planted", async () => {
  const dirs = [Deno.makeTempDirSync(), Deno.makeTempDirSync()];
  try {
    for (const dir of dirs) await makeRun(dir, 24);
    const files = ["run.json", "continuations/sim-a.parquet", "continuations/sim-d.parquet"];
    for (const file of files) {
      deepStrictEqual(Deno.readFileSync(`${dirs[0]}/${file}`), Deno.readFileSync(`${dirs[1]}/${file}`));
    }
    deepStrictEqual(await validateRun(dirs[0], { items: itemIds }), []);
    const run = await readRun(dirs[0]);
    const truth = run.manifest.planted!.continuations as Record<
      string,
      { items: number; drew: Record<string, Record<string, number>> }
    >;
    for (const { model } of CONTINUERS) {
      const rows = continuationsOf(run, model);
      strictEqual(rows.length, truth[model].items * ARMS.length * 9);
      ok(truth[model].items > 8, `${truth[model].items}`);
      for (const row of rows.filter(({ arm, sample }) => arm.startsWith("moved") && sample === 0)) {
        const asis = rows.find((one) =>
          one.item === row.item && one.source === row.source && one.arm === "null_asis"
        )!;
        strictEqual(withoutDigits(row.prefix), withoutDigits(asis.prefix));
      }
    }
    const { rows, mismatched } = await measureContinuations(run);
    deepStrictEqual(mismatched, {});
    const { results } = causalContrasts(rows, { resamples: 200 });
    for (const { model, metric, stratum, rates } of results) {
      if (metric !== "drew" || stratum.comments !== "comment-free" || stratum.pictures !== "all") continue;
      for (const arm of ARMS) {
        ok(Math.abs(rates[arm].estimate - truth[model].drew.all[arm]) < 0.2, `${model} ${arm}`);
      }
    }
    const loops = (model: string, arm: string) =>
      rows.some((row) => row.model === model && row.arm === arm && row.loop);
    deepStrictEqual(["sim-a", "sim-d"].map((model) => ARMS.map((arm) => loops(model, arm))), [
      [false, false, false, false],
      [false, false, true, true],
    ]);
  } finally {
    for (const dir of dirs) Deno.removeSync(dir, { recursive: true });
    await closeRenderers();
  }
});

Deno.test("the continuers together have as many items as the paper, and 26,316 continuations", () => {
  strictEqual(CONTINUERS.reduce((sum, { items }) => sum + items, 0), 731);
  strictEqual(731 * ARMS.length * 9, 26_316);
});
