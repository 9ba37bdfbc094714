import { deepStrictEqual, match, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { addTable, columnTypes, createRun, frameOf, readRun, type Run, type TableName } from "lib/run/mod.ts";
import { closeRenderers } from "lib/program/mod.ts";
import { references, sceneToCode } from "lib/tasks/mod.ts";
import { compareClaim } from "./compare_claim.ts";
import { foundText } from "./found_text.ts";
import { claimsLedger, printedText } from "./ledger.ts";
import { noRunGives, noRunGivesReasons } from "./no_run_gives.ts";
import { type Claim, parsePublished, PUBLISHED, readPublished } from "./published.ts";
import { registry } from "./registry.ts";
import { standIns } from "./stand_ins.ts";
import { tableClaims } from "./table_claims.ts";

const published = readPublished();
const text = Deno.readTextFileSync(PUBLISHED);

function claim(changes: Partial<Claim>): Claim {
  return { ...published.claims[0], op: "=", tolerance: 0, ci: null, value: 0, ...changes };
}

/** The file with something changed. */
function changed(change: (file: { claims: Record<string, unknown>[] }) => void) {
  const file = JSON.parse(text);
  change(file);
  return parsePublished(JSON.stringify(file));
}

const verdict = (one: Partial<Claim>, value: number | boolean | number[]) =>
  Object.values(compareClaim(claim(one), { value })).join(" by ");

Deno.test("compareClaim: a number agrees exactly where it rounds to the print", () => {
  const print = { value: 94.5, tolerance: 0.05 };
  for (const value of [94.45, 94.5, 94.549, 94.55]) {
    strictEqual(verdict(print, value), "agrees by digits", `${value}`);
  }
  for (const value of [94.449, 94.551, 0.945]) {
    strictEqual(verdict(print, value), "differs by digits", `${value}`);
  }
});

Deno.test("compareClaim: a whole count has no tolerance", () => {
  strictEqual(verdict({ value: 12932 }, 12932), "agrees by digits");
  strictEqual(verdict({ value: 12932 }, 12933), "differs by digits");
});

Deno.test("compareClaim: where an interval is printed a value may lie in it, ends rounded", () => {
  const print = { value: 0.37, tolerance: 0.005, ci: [0.26, 0.47] as const };
  strictEqual(verdict(print, 0.374), "agrees by digits");
  strictEqual(verdict(print, 0.258), "agrees by interval");
  strictEqual(verdict(print, 0.474), "agrees by interval");
  strictEqual(verdict(print, 0.48), "differs by interval");
  strictEqual(verdict(print, -0.37), "differs by interval");
});

Deno.test("compareClaim: bounds, ranges, several values and truths", () => {
  const cases: [Partial<Claim>, number | boolean | number[], string][] = [
    [{ op: "<=", value: 0.005, tolerance: 0.0005 }, 0.0054, "agrees"],
    [{ op: "<=", value: 0.005, tolerance: 0.0005 }, 0.0056, "differs"],
    [{ op: "<", value: 0.001 }, 0.0009, "agrees"],
    [{ op: "<", value: 0.001 }, 0.001, "differs"],
    [{ op: ">", value: 88 }, 88, "differs"],
    [{ op: ">", value: 98 }, 98.09, "agrees"],
    [{ op: ">=", value: 50 }, 50, "agrees"],
    [{ op: ">=", value: 50 }, [50, 49], "differs"],
    [{ op: "~", value: 1, tolerance: 0.5 }, 0.76, "agrees"],
    [{ op: "~", value: 1, tolerance: 0.5 }, 1.6, "differs"],
    [{ op: "range", value: [12, 27], tolerance: 0.5 }, [26.9, 12.4, 17.8], "agrees"],
    [{ op: "range", value: [12, 27], tolerance: 0.5 }, [17.8, 12.4], "differs"], // the largest is not reached
    [{ op: "range", value: [12, 27], tolerance: 0.5 }, [11, 27], "differs"],
    [{ op: "in", value: [0, 5] }, [0, 5, 3], "agrees"],
    [{ op: "in", value: [0, 5] }, [0, 6], "differs"],
    [{ op: "in", value: [11, 12] }, 11.5, "agrees"],
    [{ value: 1, tolerance: 0.0005 }, [1, 1, 0.9996], "agrees"],
    [{ value: 1, tolerance: 0.0005 }, [1, 0.9], "differs"],
    [{ value: true }, true, "agrees"],
    [{ value: true }, false, "differs"],
    [{ value: 0 }, -0, "agrees"],
  ];
  for (const [one, value, wanted] of cases) {
    strictEqual(verdict(one, value), `${wanted} by digits`, JSON.stringify([one, value]));
  }
});

Deno.test("compareClaim refuses a truth for a number and the reverse", () => {
  throws(() => verdict({ value: 1 }, true), {
    name: "TypeError",
    message: /must be of the kind of 1, got true/,
  });
  throws(() => verdict({ value: true }, 1), TypeError);
  throws(() => verdict({ value: 1 }, []), TypeError);
});

Deno.test("every tolerance is 0 or half a unit of a digit that the value has no digits beyond", () => {
  for (const { id, value, tolerance } of [...published.claims, ...tableClaims(published)]) {
    if (tolerance === 0 || typeof value === "boolean") continue;
    const digit = 2 * tolerance, exponent = Math.log10(digit);
    ok(Math.abs(exponent - Math.round(exponent)) < 1e-9, `${id}: ${tolerance}`);
    for (const number of [value].flat() as number[]) {
      ok(Math.abs(number / digit - Math.round(number / digit)) < 1e-6, `${id}: ${number} to ${digit}`);
    }
  }
});

Deno.test("printedText shows a claim to the digits of its print", () => {
  const shown = (id: string) => printedText(published.claims.find((one) => one.id === id)!);
  strictEqual(shown("layout-valid-pct"), "98.0");
  strictEqual(shown("exp2-pooled-delta"), "0.37 [0.26, 0.47]");
  strictEqual(shown("human-alpha"), "0.60");
  strictEqual(shown("layout-valid"), "12932");
  strictEqual(shown("validity-floor"), "> 88");
  strictEqual(shown("judge-sample-pearson-range"), "0.43 to 0.54");
  strictEqual(shown("inversion-pooled-j1"), "true");
});

Deno.test("foundText shows a digit more than the print", () => {
  const shown = (value: number | boolean | number[], one: Partial<Claim> = {}) =>
    foundText({ claim: claim({ value: 0.37, tolerance: 0.005, ...one }), found: { value } });
  strictEqual(shown(0.3749999), "0.375");
  strictEqual(shown([1, 1, 1]), "1.000");
  strictEqual(shown([0.1, 0.3, 0.2, 0.4, 0.25]), "0.100 to 0.400");
  strictEqual(shown(12932, { tolerance: 0 }), "12932");
  strictEqual(shown(-0.0001), "0.000");
  strictEqual(foundText({ claim: claim({}), found: null }), "–");
});

Deno.test("every quantity is tied to a function or to why no run gives it, never to both", () => {
  const known = registry(published);
  const claims = [...published.claims, ...tableClaims(published)];
  const untied = claims.filter(({ quantity }) => !(quantity in known) && noRunGives(quantity) === null);
  deepStrictEqual(untied.map(({ quantity }) => quantity), []);
  deepStrictEqual(Object.keys(known).filter((quantity) => noRunGives(quantity) !== null), []);
});

Deno.test("the list of what no run gives is short and holds only what is claimed", () => {
  const listed = noRunGivesReasons().flatMap(({ quantities }) => quantities);
  const claimed = new Set(published.claims.map(({ quantity }) => quantity));
  deepStrictEqual(listed.filter((quantity) => !claimed.has(quantity)), []);
  ok(listed.length < claimed.size / 8, `${listed.length}`);
});

Deno.test("a quantity's link leads to a cell that is there", () => {
  const cells = new Map<string, Set<string>>();
  for (const { name } of Deno.readDirSync("notebooks")) {
    if (!name.endsWith(".ipynb")) continue;
    const notebook = JSON.parse(Deno.readTextFileSync(`notebooks/${name}`));
    cells.set(name.slice(0, -6), new Set(notebook.cells.map(({ id }: { id: string }) => id)));
  }
  const links = new Set(Object.values(registry(published)).flatMap(({ cell }) => cell ?? []));
  const dead = [...links].filter((link) => cells.get(link.split("#")[0])?.has(link.split("#")[1]) === false);
  deepStrictEqual(dead.sort(), []);
});

Deno.test("tableClaims makes a claim of every number in the tables that a run can be held against", () => {
  const claims = tableClaims(published);
  const ids = claims.map(({ quantity }) => quantity);
  strictEqual(new Set(ids).size, ids.length);
  strictEqual(claims.length, 8 * 7 + 18 * 4 + 16 + 8 * 4 + 9 * 2 + 8 * 6 + 9 * 5);
  const one = claims.find(({ quantity }) => quantity === "table6.pooled.delta_matched")!;
  deepStrictEqual([one.value, one.ci, one.tolerance], [0.37, [0.26, 0.47], 0.005]);
  const signless = claims.find(({ quantity }) => quantity === "table7.glm_4_32b.silhouette_t1.size")!;
  strictEqual(signless.value, 0.12);
});

Deno.test("standIns finds the paper's models under the names that they are served by", () => {
  const ids = [
    "zai-org/GLM-4-32B-0414",
    "Qwen/Qwen2.5-Coder-32B-Instruct",
    "Qwen/Qwen2.5-Coder-14B-Instruct",
    "google/gemma-2-27b-it",
    "THUDM/glm-4-9b-chat-hf",
    "google/gemma-2-9b-it",
    "meta-llama/Meta-Llama-3.1-8B-Instruct",
    "codellama/CodeLlama-34b-Instruct-hf",
    "Qwen/Qwen2.5-Coder-7B-Instruct",
  ];
  const { models, same } = standIns(
    { origin: "imported", models: [...ids].reverse().map((id) => ({ id })) },
    published.models,
  );
  ok(same);
  deepStrictEqual([...models.values()], ids);
  deepStrictEqual([...models.keys()].at(-1), "pilot_7b");
});

Deno.test("standIns: others are none of the paper's, unless they are named; two of one name are an error", () => {
  const found = (
    ids: string[],
    named = {},
  ) => [
    ...standIns({ origin: "collected", models: ids.map((id) => ({ id })) }, published.models, { named })
      .models,
  ];
  deepStrictEqual(found(["smollm2-1.7b", "qwen2.5-coder-1.5b"]), []);
  deepStrictEqual(found(["mine"], { "GLM-4 9B": "mine" }), [["glm_4_9b", "mine"]]);
  throws(() => found(["gemma-2-9b-it", "gemma-2-9b"]), /Gemma 2 9B must be one of them/);
  throws(() => found(["mine"], { "GPT-4": "mine" }), /must be one of the paper's/);
});

Deno.test("parsePublished names the claim and field that are wrong", () => {
  const wrong = (change: (claim: Record<string, unknown>) => void) => () =>
    changed((file) => change(file.claims[3]));
  throws(wrong((one) => one.op = "=="), {
    name: "SyntaxError",
    message: /op of claim "abstract-svg-better-all".*"=="/s,
  });
  throws(wrong((one) => one.tolerance = -1), /tolerance of claim/);
  throws(wrong((one) => one.value = [1, 2]), /value of claim/);
  const file = (change: (json: { claims: Record<string, unknown>[] } & Record<string, unknown>) => void) => {
    const json = JSON.parse(Deno.readTextFileSync(PUBLISHED));
    change(json);
    return JSON.stringify(json);
  };
  for (const field of ["claims", "audit", "models", "tables"]) {
    throws(() => parsePublished(file((json) => delete json[field])), new RegExp(`${field} must be`));
  }
  throws(
    () => parsePublished(file(({ claims }) => claims.splice(2, 1, null!))),
    /claims\[2\] must be an object/,
  );
  const with_ = (op: string, field: string, value: unknown) =>
    file(({ claims }) => claims.find((one) => one.op === op && one.ci !== undefined)![field] = value);
  throws(() => parsePublished(with_("=", "value", "12")), /value of claim ".+" must be one number.*got "12"/);
  throws(() => parsePublished(with_("=", "value", null)), /value of claim .* must be one number/);
  throws(() => parsePublished(with_("range", "value", [3, 2])), /must be a pair of ascending numbers/);
  throws(() => parsePublished(with_("=", "ci", [1])), /ci of claim .* or null, got \[1\]/);
  throws(() => parsePublished("{"), /Cannot read published.json/);
  throws(() => parsePublished('{"schema": "x"}'), /schema must be/);
});

Deno.test("claimsLedger names the claim whose quantity is tied to nothing", async () => {
  const strange = changed((file) => void (file.claims[7].quantity = "paper.taskz"));
  await rejects(
    withRun(
      "collected",
      published.models,
      (run) =>
        claimsLedger(run, { published: strange, wanted: ({ where }) => /Fig. 1|Abstract/.test(where) }),
    ),
    {
      name: "RangeError",
      message: /claim "pipeline-stages".*"paper\.taskz"|claim "tasks-count".*"paper\.taskz"/,
    },
  );
});

type Value = string | number | null;

/** A run of a few attempts, of models by these names: two prompts of each tier drawn twice, a reference thrice. */
async function withRun<T>(
  origin: "collected" | "simulated",
  models: readonly string[],
  use: (run: Run) => Promise<T>,
): Promise<T> {
  const dir = Deno.makeTempDirSync();
  const items = ["1A-01", "1E-02", "2C-01", "2A-01", "3D-01", "3A-01"];
  const [reference] = references();
  const table = (name: TableName, rows: Record<string, Value>[]) => {
    const types = columnTypes(name);
    return frameOf(
      types,
      Object.fromEntries(
        Object.keys(types).map((column) => [column, rows.map((row) => row[column] ?? null)]),
      ),
    );
  };
  try {
    createRun(dir, {
      name: "few",
      origin,
      models: models.map((id) => ({
        id,
        family: id.split(" ")[0],
        size: Number(/(\d+)B/.exec(id)?.[1] ?? 1),
      })),
      judges: ["one", "two"],
      seeds: {},
    });
    const judged: Record<"one" | "two", Record<string, Value>[]> = { one: [], two: [] };
    for (const [m, model] of models.entries()) {
      const drawing = (i: number, sample: number) =>
        sample === 1 && i === 0
          ? "canvas.fill('white'" // no Python
          : `canvas.fill('white')\ncanvas.circle(${6 + i}, ${6 + m}, 4, 'red')`;
      const rows = items.flatMap((item, i) =>
        [0, 1].map((sample) => ({ task: "layout", item, sample, reply: drawing(i, sample) }))
      );
      const exact = sceneToCode(reference, "explicit"),
        transcripts = [exact, exact, m === 7 ? "" : exact].map((reply, sample) => ({
          task: "translation",
          item: reference.id,
          sample,
          reply,
        }));
      const generations = [...rows, ...transcripts].map((row) => ({
        model,
        medium: "canvas",
        temperature: row.sample === 0 ? 0 : 0.7,
        seed: 1,
        ...row,
      }));
      await addTable(dir, "generations", table("generations", generations), { owner: model });
      for (const judge of ["one", "two"] as const) {
        for (const { item, sample, reply } of rows) {
          if (!reply.endsWith(")")) continue;
          const score = Math.max(0, 4 - Math.floor(m / 2) - Number(item[0]) + (judge === "two" ? 1 : 0));
          const scores = Object.fromEntries(
            ["prompt_fidelity", "shape_accuracy", "color_accuracy", "spatial_accuracy", "completeness"]
              .map((name) => [name, Math.min(5, name === "color_accuracy" ? score + 1 : score)]),
          );
          judged[judge].push({
            judge,
            model,
            medium: "canvas",
            item,
            sample,
            view: "native",
            rubric: "pixel-art",
            try: 0,
            reply: JSON.stringify({ ...scores, reasoning: "" }),
          });
        }
      }
    }
    for (const judge of ["one", "two"] as const) {
      await addTable(dir, "judgements", table("judgements", judged[judge]), { owner: judge });
    }
    return await use(await readRun(dir));
  } finally {
    await closeRenderers();
    Deno.removeSync(dir, { recursive: true });
  }
}

Deno.test("claimsLedger on a small real run: agrees, differs, or says what is lacking", async () => {
  await withRun("collected", published.models, async (run) => {
    // all but the null baseline, which takes seconds and looks at no run
    const ledger = await claimsLedger(run, {
      wanted: ({ quantity }) => !/null[._](mean|p95|seeds|placements)/.test(quantity),
    });
    const of = (quantity: string) => ledger.rows.find((row) => row.claim.quantity === quantity)!;
    strictEqual(ledger.models, 8);
    deepStrictEqual(ledger.recovery, []);
    // 8 models x 6 prompts x 2, one of each model's no Python
    deepStrictEqual([of("layout.attempts").found?.value, of("layout.attempts").verdict], [96, "differs"]);
    deepStrictEqual(of("layout.valid").found?.value, 88);
    strictEqual(of("layout.samples_per_prompt").verdict, "differs");
    strictEqual(of("layout.samples.deterministic").verdict, "agrees");
    strictEqual(of("layout.temperature").verdict, "agrees");
    strictEqual(of("roster.models").verdict, "agrees");
    strictEqual(of("judge.count").verdict, "agrees");
    // by hand: T1 scores of the first two models are 3, their five dimensions 3 3 4 3 3
    deepStrictEqual(of("table2.j1.glm_4_32b.t1").found?.value, 3.2);
    strictEqual(of("layout.j1.dimension.argmax.is_color").verdict, "agrees");
    strictEqual(of("layout.j1.argmin_each_tier.is_codellama_34b").found?.value, false); // a tie leads nobody
    deepStrictEqual(of("translation.attempts_per_model").found?.value, new Array(8).fill(3));
    strictEqual(of("table5.codellama_34b.pass_pct").found?.value, 100 * (2 / 3));
    strictEqual(of("table5.codellama_34b.piou_pen").found?.value, 1); // over the two valid ones
    match(of("exp3.delta_r2.mean").why!, /no activations/);
    match(of("exp3.causal.items").why!, /no continuations/);
    match(of("human.agreement_pct").why!, /no answers of annotators/);
    match(of("exp2.delta_matched.pooled").why!, /no judgements of SVG/);
    match(of("pilot.7b.piou_mean").why!, /no pilot_7b/);
    match(of("table7.codellama_34b.ratio_t1").why!, /no DINO embeddings/);
    ok(of("table7.codellama_34b.ratio_t1").found !== null);
    match(of("translation.references.simplified").why!, /references are this suite's own/);
    for (const row of ledger.rows) {
      strictEqual(row.why === null, row.verdict !== "not testable", row.claim.id);
      strictEqual(row.by === null, row.verdict === "not testable", row.claim.id);
      if (row.verdict !== "not testable") ok(row.found !== null, row.claim.id);
    }
  });
});

Deno.test("a claim that differs is reported as differing, and one that is mended as agreeing", async () => {
  const mutated = changed((file) => {
    const one = (id: string) => file.claims.find((claim) => claim.id === id)!;
    one("layout-attempts").value = 96;
    one("palette-size").value = 31;
    one("roster-size").value = 9;
  });
  await withRun("collected", published.models, async (run) => {
    const ids = ["layout-attempts", "palette-size", "roster-size", "primitive-count"];
    const { rows } = await claimsLedger(run, { published: mutated, wanted: ({ id }) => ids.includes(id) });
    const verdicts = (id: string) => rows.find(({ claim }) => claim.id === id)!.verdict;
    deepStrictEqual(
      ids.map(verdicts),
      ["agrees", "differs", "differs", "agrees"],
    );
  });
});

Deno.test("claimsLedger on a simulated run computes and claims nothing of the paper", async () => {
  const models = ["a", "b", "c", "d", "e", "f", "g", "h"].map((letter) => `sim-${letter}`);
  await withRun("simulated", models, async (run) => {
    const layout = ["generations", "judgements-j1", "judgements-j2"];
    const { rows, simulated } = await claimsLedger(run, { wanted: ({ needs }) => layout.includes(needs) });
    ok(simulated);
    const wrong = rows.filter(({ verdict, scope }) =>
      verdict !== "not testable" && scope !== "suite" && scope !== "paper"
    );
    deepStrictEqual(wrong.map(({ claim }) => claim.id), []);
    const attempts = rows.find(({ claim }) => claim.id === "layout-attempts")!;
    deepStrictEqual([attempts.found?.value, attempts.why], [96, "the run is simulated"]);
  });
});

Deno.test("claimsLedger on a run without the paper's models tests nothing of them", async () => {
  await withRun("collected", ["mine", "yours"], async (run) => {
    const wanted = ({ needs }: Claim) => needs === "generations" || needs === "judgements-j1";
    const { rows, models } = await claimsLedger(run, { wanted });
    strictEqual(models, 0);
    const of = (id: string) => rows.find(({ claim }) => claim.id === id)!;
    match(of("layout-attempts").why!, /has not all of the paper's 8 models/);
    strictEqual(of("layout-attempts").found?.value, 24);
    match(of("j1-glm32b-overall").why!, /no GLM-4 32B/);
    strictEqual(of("layout-deterministic").verdict, "agrees");
  });
});

Deno.test("a model beside the paper's roster stays out of what is said of all, and has its own place", async () => {
  await withRun("collected", [...published.models, "Qwen2.5-Coder 7B"], async (run) => {
    const ids = ["layout-attempts", "roster-size", "pilot-7b-mean", "pilot-7b-weakest-t1"];
    const { rows } = await claimsLedger(run, { wanted: ({ id }) => ids.includes(id) });
    const found = (id: string) => rows.find(({ claim }) => claim.id === id)!.found?.value;
    deepStrictEqual(ids.map(found), [96, 8, 1, false]);
  });
});
