import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { randomStream } from "lib/random/mod.ts";
import { createRun, noteFile, readRun, writeSafetensors } from "lib/run/mod.ts";
import { layoutPrompts } from "lib/tasks/mod.ts";
import { settleComponent } from "./component_probe.ts";
import {
  ceilingSentence,
  type ComponentProbe,
  controlsSentence,
  decodedSentence,
  type DrawnGrid,
  layersSentence,
  partsSentence,
  plantedSentence,
  probedSentence,
  probeRecovery,
  type ProbeStudy,
  probeStudy,
  rangesSentence,
  selectivitySentence,
  simulatedRanges,
} from "./mod.ts";

const ITEMS = layoutPrompts().slice(0, 60).map(({ id }) => id);
const BLOCKS = 4, WIDTH = 10, GENERATIONS = 6;
const FAST = { seed: 2, resamples: 400, splits: 5, ks: [4, 8], penalties: [0.1, 10], outer: 4, inner: 3 };

/** What all models tend to draw at each prompt. */
const plan = ITEMS.map((item) => {
  const chance = randomStream("plan", item);
  return Array.from({ length: BLOCKS }, () => chance.next());
});

/** Generations that follow the plan, with dice of the model. */
function drawings(models: readonly string[], items = ITEMS): DrawnGrid[] {
  return models.flatMap((model) =>
    items.flatMap((item) =>
      Array.from({ length: GENERATIONS }, (_, sample) => {
        const chance = randomStream("draw", model, item, sample), wish = plan[ITEMS.indexOf(item)];
        return { model, item, grid: wish.map((share) => chance.next() < share ? 1 : 0) };
      })
    )
  );
}

interface Changes {
  /** Multiplies the features, feature by feature. */
  scale?: (feature: number) => number;
  /** The prompts of the file, in its order. */
  prompts?: readonly string[];
  positions?: string[];
}

/** The plan in layer 1 at the second position, noise elsewhere, as activations of layers x positions x WIDTH. */
function activations(model: string, { scale = () => 1, prompts = ITEMS }: Changes): Float32Array {
  const rows = prompts.map((item) => {
    const chance = randomStream("activations", model, item), wish = plan[ITEMS.indexOf(item)];
    return [0, 1].flatMap((layer) =>
      [0, 1].flatMap((position) =>
        Array.from({ length: WIDTH }, (_, j) => {
          const value = layer * position * (j < BLOCKS ? wish[j] - 0.5 : 0) + 0.1 * chance.normal();
          return scale(j) * value;
        })
      )
    );
  });
  return Float32Array.from(rows.flat());
}

/** The study of a run of these models with these activations. */
async function studyOf(
  models: readonly string[],
  { drawn = drawings(models), without = [], changes = {} }: {
    drawn?: DrawnGrid[];
    without?: readonly string[];
    changes?: Changes;
  } = {},
): Promise<ProbeStudy> {
  const dir = Deno.makeTempDirSync();
  try {
    const entries = models.map((id) => ({ id }));
    createRun(dir, { name: "r", origin: "collected", models: entries, judges: [], seeds: {} });
    for (const model of models.filter((id) => !without.includes(id))) {
      const prompts = changes.prompts ?? ITEMS;
      const file = `activations/${model}.safetensors`;
      const residual = {
        shape: [prompts.length, 2, 2, WIDTH],
        pieces: [activations(model, changes)],
      };
      await writeSafetensors(`${dir}/${file}`, { residual }, {
        prompts: JSON.stringify(prompts),
        layers: "[0,1]",
        positions: JSON.stringify(changes.positions ?? ["last template token", "mean of content tokens"]),
      });
      await noteFile(dir, file);
    }
    return await probeStudy(await readRun(dir), { ...FAST, drawn });
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

const three = await studyOf(["a", "b", "c"]);

Deno.test("probeStudy decodes what models share, where it was put, and neither a specific part nor wrong prompts", () => {
  for (const { own, shared, specific, controls, dropped, ceilings } of three.models) {
    ok(own.decoded && shared!.decoded && !specific!.decoded);
    ok(own.probe.estimate > 0.3 && own.text.estimate < 0.1, `${own.probe.estimate}, ${own.text.estimate}`);
    deepStrictEqual(own.selected.map(({ layer, position }) => `${layer} ${position}`), [
      ...new Array(4).fill("1 mean of content tokens"),
    ]);
    const best = own.profile.reduce((most, cell) => cell.r2 > most.r2 ? cell : most);
    deepStrictEqual([best.layer, best.position, own.profile.length], [1, "mean of content tokens", 4]);
    for (const control of [controls.permuted, controls.embedding, controls.tokens!, controls.length]) {
      ok(control.r2.estimate < 0.15, `${control.r2.estimate}`);
      ok(control.zero <= 0);
    }
    deepStrictEqual([own.prompts, dropped], [60, { few: 0, absent: 0 }]);
    ok(ceilings.own.centred.reliability > 0.5 && ceilings.specific!.centred.reliability < 0.4);
  }
  deepStrictEqual([three.gaps.count, three.parts.count, three.lacking], [3, 6, []]);
  strictEqual(three.selectivity!.prompts, 60);
  for (const [m, { own }] of three.models.entries()) {
    strictEqual(three.selectivity!.r2[m][m], own.probe.estimate);
  }
});

Deno.test("probeStudy names the model and the prompt whose activations are not finite", async () => {
  await rejects(
    studyOf(["a", "b"], { changes: { scale: (j) => j === 7 ? Infinity : 1 } }),
    new RegExp(`Cannot probe a: .* finite, got -?Infinity of prompt ${ITEMS[0]}, layer 0, last .*, value 7$`),
  );
});

Deno.test("probeStudy is the same for features of any scale and for prompts in any order", async () => {
  const prompts = [...ITEMS].reverse();
  const other = await studyOf(["a", "b", "c"], { changes: { scale: (j) => 2 ** (3 * j - 9), prompts } });
  for (const [m, { own, specific }] of other.models.entries()) {
    ok(Math.abs(own.probe.estimate - three.models[m].own.probe.estimate) < 1e-9);
    ok(Math.abs(specific!.gap.low - three.models[m].specific!.gap.low) < 1e-9);
  }
});

Deno.test("probeStudy of one model has no shared and no specific part, and says so", async () => {
  const one = await studyOf(["a"]);
  const { own, shared, specific, ceilings } = one.models[0];
  deepStrictEqual([own.decoded, shared, specific, ceilings.specific, one.selectivity], [
    true,
    null,
    null,
    null,
    null,
  ]);
  match(partsSentence(one), /not defined/);
  match(ceilingSentence(one), /not defined/);
  match(selectivitySentence(one), /^Fewer than two models/);
  match(decodedSentence(one), /\*\*1 of 1\*\* models/);
});

Deno.test("probeStudy leaves out prompts of few drawings and prompts without activations, and counts both", async () => {
  const drawn = drawings(["a", "b"]).filter(({ model, item }, i) =>
    !(model === "a" && ITEMS.indexOf(item) < 4 && i % GENERATIONS > 1)
  );
  const { models, selectivity } = await studyOf(["a", "b"], {
    drawn,
    changes: { prompts: ITEMS.slice(0, 50) },
  });
  deepStrictEqual(models.map(({ own, dropped }) => [own.prompts, dropped.few, dropped.absent]), [
    [46, 4, 10],
    [50, 0, 10],
  ]);
  deepStrictEqual(models.map(({ shared }) => shared!.prompts), [46, 46]); // b has no other at a's four
  strictEqual(selectivity!.prompts, 46);
});

Deno.test("probeStudy names the models it cannot probe and why, and uses their drawings all the same", async () => {
  const some = await studyOf(["a", "b", "c"], { without: ["b"], drawn: drawings(["a", "b"]) });
  deepStrictEqual(some.models.map(({ model }) => model), ["a"]);
  deepStrictEqual(some.lacking, [
    { model: "b", why: "the run has no activations of it" },
    { model: "c", why: "it has no valid layout on the canvas" },
  ]);
  ok(some.models[0].shared!.decoded);
  deepStrictEqual(some.selectivity!.targets, ["a", "b"]);
  match(
    probedSentence(some),
    /\*\*Not probed:\*\* `b` \(the run has no activations of it\); `c` \(it has no valid/,
  );
  const few = await studyOf(["a"], { drawn: drawings(["a"], ITEMS.slice(0, 9)) });
  match(few.lacking[0].why, /^9 prompts have both/);
});

Deno.test("probeStudy without any activations is empty, and every sentence says so", async () => {
  const none = await studyOf(["a", "b"], { without: ["a", "b"] });
  deepStrictEqual([none.models, none.lacking.length, none.gaps.count, none.selectivity], [[], 2, 0, null]);
  match(probedSentence(none), /No model of this run can be probed/);
  for (
    const sentence of [decodedSentence, partsSentence, ceilingSentence, controlsSentence, layersSentence]
  ) {
    match(sentence(none), /nothing to tell here/);
  }
  match(selectivitySentence(none), /no matrix/);
  match(plantedSentence(none, undefined), /^Nothing is known to be planted/);
});

Deno.test("probeStudy has no mean token embedding where no position is a mean", async () => {
  const { models } = await studyOf(["a"], {
    changes: { positions: ["last template token", "last content token"] },
  });
  strictEqual(models[0].controls.tokens, null);
  match(controlsSentence({ models }), /no counterpart of TF-IDF/);
});

Deno.test("probeStudy throws on activations with a value that is not finite, naming where", async () => {
  const scale = (j: number) => j === 3 ? Infinity : 1;
  await rejects(studyOf(["a"], { changes: { scale } }), /must be finite, got (-?Infinity|NaN)/);
});

Deno.test("a significant gap over a baseline below zero is no decoding unless the probe itself explains something", () => {
  const interval = (estimate: number, low: number) => ({
    ...{ estimate, low, high: 1, level: 0.95, p: 0.001, B: 99, undefinedDraws: 0 },
  });
  const of = (r2: number, low: number, gap: number) =>
    ({ probe: interval(r2, low), gap: interval(gap, gap / 2), textBelowZero: true }) as ComponentProbe;
  const test = { adjusted: 0.001, rejected: true };
  strictEqual(settleComponent(of(-0.01, -0.03, 0.06), test).decoded, false);
  strictEqual(settleComponent(of(0.02, -0.01, 0.08), test).decoded, false);
  strictEqual(settleComponent(of(0.3, 0.2, 0.35), test).decoded, true);
  strictEqual(settleComponent(of(0.3, 0.2, -0.35), test).decoded, false);
  strictEqual(settleComponent(of(0.3, 0.2, 0.35), { adjusted: 0.2, rejected: false }).decoded, false);
});

Deno.test("partsSentence counts gaps over a baseline below zero as what they are", () => {
  const specific = {
    ...three.models[0].specific!,
    ...{ textBelowZero: true, adjusted: 0.01, decoded: false },
    gap: { ...three.models[0].specific!.gap, estimate: 0.05 },
  };
  const models = [{ ...three.models[0], specific }];
  match(
    partsSentence({ models, parts: three.parts }),
    /1 gap over such a baseline is significant .* no decoding/,
  );
});

Deno.test("probeRecovery stands what simulated runs reach beside what was reached, of what was planted", () => {
  const at = (mean: number, deviation = 0.02) => ({ mean, deviation });
  const r2 = { runs: 12, own: at(0.4), shared: at(0.5), specific: at(-0.02) };
  const truth = { layer: 1, position: "mean of content tokens", specific: 0 };
  const planted = { activations: { a: { ...truth, r2 }, b: truth, c: { ...truth, specific: 1, r2 } } };
  const rows = probeRecovery(three, planted);
  deepStrictEqual(rows.map(({ model, planted }) => [model, planted]), [
    ["a", 0.4],
    ["a", 0.5],
    ["c", 0.4],
    ["c", 0.5],
    ["c", -0.02],
  ]);
  strictEqual(rows[0].estimate, three.models[0].own.probe.estimate);
  deepStrictEqual(probeRecovery(three, undefined), []);
  match(
    plantedSentence(three, planted),
    /^Of 12 outer folds 12 read .* 12 at that position\. Nothing specific is planted in 2 models; .*\*\*0\*\* of them\. A plan of its own is planted in 1 models; .*\*\*0\*\* of them\.$/,
  );
});

Deno.test("simulatedRanges are Student's prediction intervals, and rangesSentence names what lies outside", () => {
  const reached = three.models[0].own.probe.estimate;
  const r2 = (mean: number) => ({ runs: 12, own: { mean, deviation: 0.1 } });
  const only = { models: [{ ...three.models[0], shared: null, specific: null }] };
  const ranges = (mean: number) => simulatedRanges(only, { activations: { a: { r2: r2(mean) } } });
  const [{ low, high, estimate }] = ranges(reached);
  ok(Math.abs((high - low) / 2 - 2.2009851600916 * 0.1 * Math.sqrt(13 / 12)) < 1e-9); // t(0.975; 11)
  strictEqual(estimate, reached);
  match(rangesSentence(ranges(reached + 0.2)), /^\*\*1 of 1\*\* R² lie .* 95 %\.$/);
  match(rangesSentence(ranges(reached + 0.3)), /^\*\*0 of 1\*\* .*; not the own layout of `a`\.$/);
  match(rangesSentence([]), /not known/);
});
