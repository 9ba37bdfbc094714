import { deepStrictEqual, match, ok, strictEqual, throws } from "node:assert/strict";
import {
  examplePrompts,
  experiments,
  fillPrompt,
  layoutPrompts,
  loadPrompt,
  type PromptName,
  PROMPTS,
} from "./mod.ts";

Deno.test("every prompt file is plain ASCII without blanks at line ends, and ends in one newline", () => {
  for (const name of PROMPTS) {
    const text = Deno.readTextFileSync(new URL(`../../prompts/${name}.txt`, import.meta.url));
    match(text, /^[\x20-\x7e\n]*[^\n]\n$/, name);
    ok(!/ \n/.test(text), name);
    strictEqual(loadPrompt(name), text.slice(0, -1));
  }
});

Deno.test("the two judges' system prompts differ as the paper says: no pixel art, no grid", () => {
  const pixel = loadPrompt("judge_pixel_art").split("\n"), neutral = loadPrompt("judge_neutral").split("\n");
  deepStrictEqual([pixel.length, neutral.length], [5, 4]);
  match(pixel[1], /24x24 grid of colored pixels/);
  ok(!/pixel|24/.test(neutral.join()));
  deepStrictEqual(pixel.slice(-2), neutral.slice(-2));
});

Deno.test("the canvas prompt names the six calls and the 30 colors", () => {
  const text = loadPrompt("canvas_system");
  const calls = [...text.matchAll(/^canvas\.(\w+)\(/gm)].map(([, name]) => name);
  deepStrictEqual(calls, ["fill", "set_pixel", "rect", "circle", "line", "poly"]);
  const names = text.split("NAMED COLORS")[1].split("RULES")[0].split(":")[1].trim().split(/,\s+/);
  strictEqual(names.length, 30);
});

Deno.test("fillPrompt replaces the one place, whatever the text, and leaves the rubric's JSON alone", () => {
  strictEqual(fillPrompt("a {prompt} b", "$& $1 {prompt}"), "a $& $1 {prompt} b");
  const rubric = fillPrompt(loadPrompt("rubric"), "A filled red circle.");
  match(rubric, /^Description: "A filled red circle\."\n/);
  match(rubric, /\{"prompt_fidelity": X, .*"reasoning": "one sentence"\}$/);
  throws(() => fillPrompt(loadPrompt("canvas_system"), "x"), RangeError);
  throws(() => loadPrompt("../deno" as PromptName), RangeError);
});

Deno.test("experiments() gives the cells of the paper's Table 4, and only files that exist", () => {
  const rows = experiments();
  deepStrictEqual(rows.map((row) => [row.experiment, row.generation, row.judging]), [
    ["Translation", "Canvas (A.2.1)", "- (symbolic)"],
    ["Exp. 1 Layout", "Canvas (A.2.1)", "Pixel-art (A.2.3)"],
    ["Exp. 2 canvas arm", "Canvas (A.2.1)", "Generic (A.2.4)"],
    ["Exp. 2 SVG arm", "SVG (A.2.2)", "Generic (A.2.4)"],
    ["Exp. 3", "Canvas (A.2.1)", "- (probe)"],
  ]);
  for (const { system, user, judge } of rows) {
    for (const name of [system, user, judge]) ok(name === null || loadPrompt(name).length > 0);
  }
  deepStrictEqual(rows.map((row) => row.note !== null), [true, false, false, false, true]);
});

Deno.test("layoutPrompts() has 15 subcategories of ten, ids in order, no text twice", () => {
  const prompts = layoutPrompts();
  strictEqual(prompts.length, 150);
  strictEqual(new Set(prompts.map((prompt) => prompt.text)).size, 150);
  const expected = ["1", "2", "3"].flatMap((tier) =>
    ["A", "B", "C", "D", "E"].flatMap((letter) =>
      Array.from({ length: 10 }, (_, i) => `${tier}${letter}-${String(i + 1).padStart(2, "0")}`)
    )
  );
  deepStrictEqual(prompts.map((prompt) => prompt.id), expected);
  for (const { id, tier, subcategory, text } of prompts) {
    strictEqual(subcategory, id.slice(0, 2));
    strictEqual(String(tier), id[0]);
    match(text, /^An? .*\.$|^The .*\.$|^[A-Z][a-z]+ .*\.$/);
  }
});

Deno.test("layout prompts are even in length and state no coordinates", () => {
  for (const { id, text } of layoutPrompts()) {
    const words = text.split(" ").length;
    ok(words >= 3 && words <= 14, `${id} has ${words} words`);
    ok(!/\d|\b(row|col|column|cell|pixel|coordinate)s?\b.*\d|\bradius\b/i.test(text), id);
  }
});

Deno.test("worked examples cover each subcategory once and are none of the 150", () => {
  const examples = examplePrompts(), texts = new Set(layoutPrompts().map((prompt) => prompt.text));
  const subcategories = [...new Set(layoutPrompts().map((prompt) => prompt.subcategory))];
  deepStrictEqual(examples.map((example) => example.subcategory), subcategories);
  ok(examples.every((example) => !texts.has(example.text)));
});
