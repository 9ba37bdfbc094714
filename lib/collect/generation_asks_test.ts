import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { describe, layoutPrompts, loadPrompt, references } from "lib/tasks/mod.ts";
import { askSeed, generationAsks, generationOrder } from "./mod.ts";
import { TASKS } from "lib/run/mod.ts";

const all = generationAsks("m", { tasks: TASKS, medium: "canvas", seed: 1 });

Deno.test("the paper's schedule: 150 x 11 layout attempts, and 278 references x 12", () => {
  const count = (task: string) => all.filter((ask) => ask.task === task).length;
  deepStrictEqual(TASKS.map(count), [1650, 145 * 12, 120 * 12, 13 * 12]);
});

Deno.test("sample 0 is greedy, the others are at 0.7, and every item has its first before any its second", () => {
  for (const { sample, temperature } of all) strictEqual(temperature, sample === 0 ? 0 : 0.7);
  const samples = all.map(({ sample }) => sample);
  deepStrictEqual(samples, samples.toSorted((a, b) => a - b));
});

Deno.test("every attempt has a seed of its own, the same whatever else is asked", () => {
  const seeds = new Set(all.map(({ seed }) => seed));
  ok(seeds.size > all.length - 5, `${all.length - seeds.size} seeds are shared`);
  for (const seed of seeds) ok(Number.isInteger(seed) && seed >= 1 && seed < 2 ** 31);
  const some = generationAsks("m", { tasks: ["icons"], medium: "canvas", seed: 1, samples: 2 });
  deepStrictEqual(
    some.map(({ seed }) => seed),
    all.filter((ask) => ask.task === "icons" && ask.sample < 2).map(({ seed }) => seed),
  );
  const others = new Set(
    generationAsks("m", { tasks: TASKS, medium: "canvas", seed: 2 }).map(({ seed }) => seed),
  );
  ok(seeds.intersection(others).size < 10);
  ok(askSeed(1, "a", "b") !== askSeed(1, "ab"));
});

Deno.test("a layout prompt is wrapped, a reference's description is the user's message as it is", () => {
  const [layout] = all;
  deepStrictEqual(layout.messages, [
    { role: "system", content: loadPrompt("canvas_system") },
    { role: "user", content: `Generate a 24x24 pixel art mosaic: ${layoutPrompts()[0].text}` },
  ]);
  const translation = all.find(({ task }) => task === "translation")!;
  deepStrictEqual(translation.messages, [
    { role: "system", content: loadPrompt("canvas_system") },
    { role: "user", content: describe(references()[0]) },
  ]);
});

Deno.test("a model without a system role is told all of it as the user", () => {
  const [ask] = generationAsks("m", { tasks: ["layout"], medium: "svg", seed: 1, foldSystem: true });
  deepStrictEqual(ask.messages, [{
    role: "user",
    content: `${loadPrompt("svg_system")}\n\nGenerate an SVG image: ${layoutPrompts()[0].text}`,
  }]);
});

Deno.test("replies may have 1,024 tokens on canvas and 2,048 in SVG unless said otherwise", () => {
  const tokens = (medium: "canvas" | "svg", maxTokens?: number) =>
    generationAsks("m", { tasks: ["layout"], medium, seed: 1, samples: 1, maxTokens })[0].maxTokens;
  deepStrictEqual([tokens("canvas"), tokens("svg"), tokens("svg", 9)], [1024, 2048, 9]);
});

Deno.test("SVG is asked for layout alone", () => {
  throws(
    () => generationAsks("m", { tasks: TASKS, medium: "svg", seed: 1 }),
    /must be layout, got translation/,
  );
});

Deno.test("generationOrder is by task, medium, item and sample, whatever the order before", () => {
  const rows = all.map((ask) => ({
    ...ask,
    reply: "",
    error: null,
    tokens: 0,
    entropy: 0,
    entropy_mass: 0,
    finish: "",
  }));
  const sorted = rows.toSorted(generationOrder());
  deepStrictEqual(rows.toReversed().sort(generationOrder()), sorted);
  deepStrictEqual(sorted.slice(0, 12).map(({ item, sample }) => `${item} ${sample}`), [
    ...Array.from({ length: 11 }, (_, i) => `1A-01 ${i}`),
    "1A-02 0",
  ]);
  deepStrictEqual([...new Set(sorted.map(({ task }) => task))], [...TASKS]);
});
