import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { isTrivial, rasterize, rasterRows } from "lib/canvas/mod.ts";
import { parseJudgement } from "lib/models/mod.ts";
import { closeRenderers, renderAll } from "lib/program/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { piou } from "lib/score/mod.ts";
import { layoutScenes, references, sceneToCode } from "lib/tasks/mod.ts";
import { breakReply } from "./break_reply.ts";
import { dressReply } from "./dress_reply.ts";
import { judgeReply, JUDGES } from "./judge_reply.ts";
import { layoutAttempt, rasterOf } from "./layout_attempt.ts";
import { look } from "./look.ts";
import { perturbScene } from "./perturb_scene.ts";
import { ROSTER } from "./roster.ts";
import { svgAttempt } from "./svg_attempt.ts";
import { plantedMissRate, translationAttempt } from "./translation_attempt.ts";

const scenes = layoutScenes().filter((_, i) => i % 5 === 0);
const done = { sanitizeOps: false, sanitizeResources: false }; // renderers are closed by the last test

Deno.test("dressReply never changes what a program draws, whatever the habits", done, async () => {
  const habits = {
    fence: 0.5,
    prose: 0.5,
    comments: 0.7,
    floats: 0.5,
    render: 0.5,
    styles: [1, 1, 1],
  } as const;
  const codes = scenes.flatMap((scene) =>
    (["explicit", "loops", "helper"] as const).map((s) => sceneToCode(scene, s))
  );
  const dressed = codes.map((code, i) => dressReply(code, habits, randomStream("dress", i)));
  const results = await renderAll(dressed);
  for (const [i, result] of results.entries()) {
    strictEqual(result.status, "ok", dressed[i]);
    const scene = scenes[Math.floor(i / 3)];
    deepStrictEqual(rasterRows(result.raster), rasterRows(rasterOf(scene)), dressed[i]);
  }
});

Deno.test("breakReply makes every program invalid, in ten different ways", done, async () => {
  const broken = Array.from({ length: 150 }, (_, i) => {
    const code = sceneToCode(scenes[i % scenes.length], (["explicit", "loops", "helper"] as const)[i % 3]);
    return breakReply(code, randomStream("break", i));
  });
  const results = await renderAll(broken.map(({ reply }) => reply));
  for (const [i, { status }] of results.entries()) {
    ok(status !== "ok", `${broken[i].failure}: ${broken[i].reply}`);
  }
  ok(new Set(broken.map(({ failure }) => failure)).size >= 9);
});

Deno.test("layoutAttempt: what is planned trivial is, and nothing else", done, async () => {
  const model = { ...ROSTER[7], valid: [1, 1, 1] as const, trivial: [0.5, 0.5, 0.5] as const };
  const attempts = scenes.flatMap((scene) =>
    [0, 1, 2, 3].map((sample) => layoutAttempt(model, scene, sample, 5))
  )
    .filter((attempt) => attempt.reply !== null);
  const results = await renderAll(attempts.map((attempt) => attempt.reply!));
  deepStrictEqual(new Set(results.map((result) => result.status)), new Set(["ok"]));
  const share = results.filter((result) => result.trivial).length / results.length;
  ok(Math.abs(share - 0.5) < 4 * Math.sqrt(0.25 / results.length), `${share} are trivial`);
});

Deno.test("translationAttempt: misses score below 0.6, slips between, the rest 1", done, async () => {
  const model = {
    ...ROSTER[6],
    translation: { ...ROSTER[6].translation, intercept: -1, slope: 0, slip: 0.5, colorSlip: 0.3 },
  };
  const items = references().filter((_, i) => i % 3 === 0);
  const attempts = items.flatMap((item) =>
    [0, 1, 2, 3].map((sample) => ({ item, reply: translationAttempt(model, item, sample, 9).reply }))
  ).filter(({ reply }) => reply !== null);
  const results = await renderAll(attempts.map(({ reply }) => reply!));
  const scores = results.map((result, i) =>
    result.status === "ok" ? piou(attempts[i].item.parts, result.primitives).piou : 0
  );
  const miss = scores.filter((score) => score < 0.6).length / scores.length;
  const exact = scores.filter((score) => score > 1 - 1e-9).length / scores.length;
  const near = (share: number, planted: number) =>
    Math.abs(share - planted) < 4 * Math.sqrt(planted * (1 - planted) / scores.length);
  ok(near(miss, plantedMissRate(model)), `${miss} miss`);
  ok(near(exact, (1 - plantedMissRate(model)) * 0.5), `${exact} are exact`);
});

Deno.test("svgAttempt: invalid at its planted rate, pictures otherwise", done, async () => {
  const model = { ...ROSTER[3], svg: { valid: 0.7, effect: 0 } };
  const replies = scenes.flatMap((scene) =>
    [0, 1, 2, 3].map((sample) => svgAttempt(model, scene, sample, 3).reply)
  )
    .filter((reply) => reply !== null);
  const results = await renderAll(replies, { medium: "svg" });
  const share = results.filter((result) => result.status === "ok").length / results.length;
  ok(Math.abs(share - 0.7) < 4 * Math.sqrt(0.21 / results.length), `${share} are valid`);
  await closeRenderers();
});

Deno.test("attempts do not depend on what was made before them", () => {
  const first = layoutAttempt(ROSTER[0], scenes[3], 4, 1);
  layoutAttempt(ROSTER[1], scenes[2], 0, 1);
  deepStrictEqual(layoutAttempt(ROSTER[0], scenes[3], 4, 1), first);
});

Deno.test("perturbScene at quality 1 changes nothing, and the more the worse the quality", () => {
  const error = (quality: number) =>
    scenes.reduce((sum, scene, i) => {
      const seen = look(rasterOf(perturbScene(scene, quality, randomStream("q", i))), rasterOf(scene));
      return sum + 4 - seen.shape - seen.color - seen.spatial - seen.completeness;
    }, 0);
  for (const scene of scenes) deepStrictEqual(perturbScene(scene, 1, randomStream("x")), scene);
  ok(error(0.9) < error(0.6) && error(0.6) < error(0.2));
});

Deno.test("look gives 1 throughout for the scene itself, at any multiple of its size, and less for anything else", () => {
  for (const scene of scenes) {
    const raster = rasterOf(scene);
    const times = 4, rows = raster.rows * times;
    const large = { rows, cols: rows, rgb: new Uint8Array(rows * rows * 3) };
    for (let i = 0; i < rows * rows; i++) {
      const from = Math.floor(Math.floor(i / rows) / times) * raster.cols + Math.floor(i % rows / times);
      large.rgb.set(raster.rgb.subarray(3 * from, 3 * from + 3), 3 * i);
    }
    for (const seen of [look(raster, raster), look(large, raster)]) {
      deepStrictEqual(Object.values(seen).map((value) => Number(value.toFixed(12))), [1, 1, 1, 1]);
    }
    const blank = look(rasterize([]), raster);
    ok(isTrivial(raster) || blank.shape + blank.color + blank.spatial + blank.completeness < 3.9);
  }
});

Deno.test("judgeReply parses unless garbled, and the second judge is about a point more lenient", () => {
  const seen = { shape: 0.6, color: 0.6, spatial: 0.6, completeness: 0.6 };
  const means = JUDGES.map((judge) => {
    const judgements = Array.from(
      { length: 4000 },
      (_, i) => parseJudgement(judgeReply(seen, judge, randomStream(judge.id, i))),
    );
    const parsed = judgements.filter((judgement) => judgement.ok);
    strictEqual(parsed.length, 4000);
    const garbled = judgeReply(seen, judge, randomStream("garbled"), { garbled: true });
    ok(!parseJudgement(garbled).ok, garbled);
    return parsed.reduce((sum, judgement) => sum + judgement.composite, 0) / parsed.length;
  });
  ok(Math.abs(means[1] - means[0] - 0.95) < 0.15, `${means}`);
});
