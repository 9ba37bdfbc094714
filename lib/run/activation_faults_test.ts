import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { addTable, columnTypes, createRun, frameOf, noteFile, validateRun, writeSafetensors } from "./mod.ts";

const NAMES = {
  prompts: '["1A-01","1A-02"]',
  layers: "[0,1]",
  positions: '["last","mean"]',
};

interface Made {
  dtype?: "F32" | "F16";
  shape?: number[];
  values?: number[];
  metadata?: Record<string, string>;
  file?: string;
}

/** The faults of a run of one model that drew two prompts, with these activations. */
async function faultsOf(made: Made) {
  const dir = Deno.makeTempDirSync();
  try {
    createRun(dir, { name: "r", origin: "collected", models: [{ id: "org/m" }], judges: [], seeds: {} });
    const items = ["1A-01", "1A-02"], two = (value: unknown) => items.map(() => value);
    const columns = Object.keys(columnTypes("generations")).map((column) => [column, two(null)]);
    const frame = frameOf(columnTypes("generations"), {
      ...Object.fromEntries(columns),
      ...{ model: two("org/m"), task: two("layout"), medium: two("canvas"), item: items, sample: two(0) },
      ...{ temperature: two(0), seed: two(1), reply: two("x") },
    });
    await addTable(dir, "generations", frame, { owner: "org/m" });
    const { dtype = "F16", shape = [2, 2, 2, 3], metadata = NAMES, file = "org_m" } = made;
    const size = shape.reduce((a, b) => a * b, 1);
    const values = made.values ?? Array.from({ length: size }, (_, i) => i);
    const name = `activations/${file}.safetensors`;
    await writeSafetensors(`${dir}/${name}`, { residual: { dtype, shape, pieces: [values] } }, metadata);
    await noteFile(dir, name);
    const known = (task: string) => new Set(task === "layout" ? ["1A-01", "1A-02", "1A-03"] : []);
    return (await validateRun(dir, { items: known })).map(({ row, column, message }) =>
      [row, column, message] as const
    );
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

Deno.test("validateRun finds nothing wrong with sound activations, in a file named for a model with a slash", async () => {
  deepStrictEqual(await faultsOf({}), []);
  deepStrictEqual(await faultsOf({ dtype: "F32" }), []);
});

Deno.test("validateRun names prompts that are unknown and prompts that were drawn but are missing", async () => {
  const faults = await faultsOf({ metadata: { ...NAMES, prompts: '["1A-01","9Z-01"]' } });
  deepStrictEqual(faults.map(([row, column]) => [row, column]), [[2, "prompts"], [0, "prompts"]]);
  match(faults[0][2], /^unknown prompt "9Z-01"$/);
  match(faults[1][2], /1 are missing: 1A-02$/);
});

Deno.test("validateRun names the prompt, layer and position of a value that is not finite", async () => {
  const values = Array.from({ length: 24 }, (_, i) => i === 20 ? NaN : 1); // prompt 2, layer 1, last, value 2
  deepStrictEqual(await faultsOf({ values }), [[
    2,
    "residual of layer 1, last, value 2",
    "must be finite, got NaN",
  ]]);
});

Deno.test("validateRun tells a wrong shape, names that do not fit it, and a file of no model", async () => {
  match(
    (await faultsOf({ shape: [2, 2, 6] }))[0][2],
    /must have the shape \[prompt, layer, position, width\]/,
  );
  match((await faultsOf({ metadata: { ...NAMES, layers: "[0]" } }))[0][2], /metadata layers must name 2/);
  const faults = await faultsOf({ file: "other" });
  strictEqual(faults.length, 1);
  match(faults[0][2], /must be activations\/MODEL.safetensors with a model of the run, org\/m$/);
});
