import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DIMENSIONS, parseJudgement } from "./mod.ts";

const cases = Deno.readTextFileSync(new URL("testdata/judge_replies.jsonl", import.meta.url))
  .trim().split("\n").map((line) => JSON.parse(line));

for (const { id, why, input, expect } of cases) {
  Deno.test(`parseJudgement ${id}: ${why}`, () => {
    const judgement = parseJudgement(input);
    if (expect.error) strictEqual(judgement.ok, false);
    else deepStrictEqual(judgement.ok && judgement.scores, expect.scores);
  });
}

function reply(changes: Record<string, unknown> = {}): string {
  return JSON.stringify({ ...Object.fromEntries(DIMENSIONS.map((d, i) => [d, i])), ...changes });
}

Deno.test("the composite is the mean of the five and the reasoning is kept", () => {
  const judgement = parseJudgement(reply({ reasoning: "why" }));
  deepStrictEqual(judgement.ok && [judgement.composite, judgement.reasoning], [2, "why"]);
});

const reasons: [string, string, string][] = [
  ["no object at all", "4, 4, 4, 4, 4", "no_object"],
  ["a dimension missing", reply().replace("completeness", "complete"), "missing_dimension"],
  ["scores one level down", `{"scores": ${reply()}}`, "missing_dimension"],
  ["scores in a nested object that is cut off", `{"scores": ${reply()}`, "no_object"],
  ["a fraction", reply({ completeness: 3.5 }), "not_an_integer"],
  ["a nested score", reply({ completeness: { value: 3 } }), "not_an_integer"],
  ["six", reply({ completeness: 6 }), "out_of_range"],
  ["minus one as text", reply({ completeness: "-1" }), "out_of_range"],
  ["two values", reply().replace("{", '{"completeness": 1,'), "conflicting_dimension"],
];
for (const [what, text, reason] of reasons) {
  Deno.test(`parseJudgement names ${reason} for ${what}`, () => {
    deepStrictEqual(parseJudgement(text), { ok: false, reason });
  });
}

Deno.test("a dimension given twice with one value is no conflict; 4.0 and -0 are integers", () => {
  ok(parseJudgement(reply().replace("{", '{"completeness": "4",')).ok);
  ok(parseJudgement(reply().replace(":3", ":3.0")).ok);
  const zero = parseJudgement(reply().replace(":0", ":-0"));
  ok(zero.ok && Object.is(zero.scores.prompt_fidelity, 0));
});

Deno.test("parseJudgement ends soon on a megabyte of any opening", () => {
  for (const opening of ["{", '{"a":', '{"a":[', '["', '{"a', "{}", '{"a":1,']) {
    ok(!parseJudgement(opening.repeat(1_000_000 / opening.length)).ok);
  }
});

Deno.test("parseJudgement reads a reply whose reasoning is ten megabytes long", () => {
  ok(parseJudgement(reply({ reasoning: "x\\".repeat(5_000_000) })).ok);
});
