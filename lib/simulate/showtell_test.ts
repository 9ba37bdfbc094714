import { deepStrictEqual, ok } from "node:assert/strict";
import { bridgeItemOf, readTold } from "lib/protocols/mod.ts";
import { createRun, readRun } from "lib/run/mod.ts";
import { ROSTER } from "./roster.ts";
import { simulateShowTell } from "./showtell.ts";
import { meanRate, plantedRescue, shownGiven, showTellRates } from "./showtell_rates.ts";

Deno.test("the planted chances mix to the planted rates, whatever they are, and stay chances", () => {
  for (const told of [0.05, 0.3, 0.6, 0.95]) {
    for (const shown of [0.05, 0.3, 0.6, 0.95]) {
      const { right, wrong } = shownGiven(told, shown);
      ok([right, wrong].every((chance) => chance >= 0 && chance <= 1), `${told} ${shown}`);
      ok(Math.abs(told * right + (1 - told) * wrong - shown) < 1e-12);
    }
  }
  for (const model of ROSTER) {
    const rates = showTellRates(model), rescue = plantedRescue(rates, "canvas");
    ok(rescue > 0.1 && rescue < meanRate(rates.canvas), `${model.id}: ${rescue}`);
  }
});

Deno.test("a run's answers come out as planted: told rates, one reply an item and medium, the same bytes again", async () => {
  const root = Deno.makeTempDirSync(), models = ROSTER.slice(0, 2);
  try {
    const hashes = [];
    for (const name of ["a", "b"]) {
      const dir = `${root}/${name}`;
      createRun(dir, {
        name: "x",
        origin: "simulated",
        models: models.map(({ id }) => ({ id })),
        judges: [],
        seeds: {},
        planted: { other: 1 },
      });
      await simulateShowTell(dir, 5, models);
      const run = await readRun(dir);
      hashes.push(run.manifest.files);
      deepStrictEqual(Object.keys(run.manifest.planted!), ["other", "showtell"]);
      const table = run.table("answers");
      deepStrictEqual(table.height, 2 * 180 * 3);
      const planted = run.manifest.planted!.showtell as { told: Record<string, number> };
      const rows = table.toRecords() as {
        model: string;
        row: string;
        medium: string;
        reply: string | null;
      }[];
      for (const { id } of models) {
        const own = rows.filter(({ model, medium }) => model === id && medium === "text");
        const right = own.filter(({ row, reply }) => {
          const read = reply === null ? null : readTold(bridgeItemOf(row)!, reply);
          return read?.ok && read.correct;
        }).length;
        const expected = 180 * planted.told[id];
        ok(
          Math.abs(right - expected) < 4 * Math.sqrt(expected * (1 - expected / 180)),
          `${id}: ${right} of ${expected}`,
        );
      }
    }
    deepStrictEqual(hashes[0], hashes[1]);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
