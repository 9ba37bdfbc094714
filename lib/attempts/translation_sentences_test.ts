import { doesNotMatch, match, strictEqual } from "node:assert/strict";
import type { RungMean } from "./rung_means.ts";
import { ladderSentence, medianSentence, type ScoredAttempt, type TranslationSummary } from "./mod.ts";

const scored = (item: string, piou: number) =>
  ({ item, piou, pass: piou >= 0.6, status: piou === 0 ? "forbidden" : "ok" }) as ScoredAttempt;
const summary = (...medians: number[]) => medians.map((median) => ({ median }) as TranslationSummary);
const rung = (name: string, mean: number): RungMean => ({ model: "m", rung: name, n: 1, mean });

Deno.test("medianSentence names the range of medians, one model's median, and a run without any", () => {
  const attempts = [scored("1A-01", 1), scored("1A-01", 0)];
  strictEqual(
    medianSentence(summary(0.25, 1), attempts),
    "Over 2 attempts by 2 models the median PIoU runs from **0.250** to **1.000**; **50.0 %** of all attempts reach 0.6, 50.0 % are invalid programs.",
  );
  match(medianSentence(summary(1, 1), attempts), /the median PIoU is \*\*1\.000\*\* for each;/);
  match(
    medianSentence(summary(0.5), attempts),
    /^Over 2 attempts by one model the median PIoU is \*\*0\.500\*\*;/,
  );
  strictEqual(
    medianSentence([], []),
    "This run holds no answered attempt at translation, so there is no score.",
  );
});

Deno.test("ladderSentence signs what changes and says what a run lacks, never NaN", () => {
  const refs = [scored("1A-01", 1)], tiled = [scored("P-01", 0.5), scored("L0-01", 1)];
  const all = [rung("ref", 1), rung("L0", 1), rung("L4", 0.75), rung("P", 0.5)];
  const text = ladderSentence(all, refs, tiled);
  match(text, /^From L0 to L4 the mean over models changes by \*\*\u22120\.250\*\*\./);
  match(text, /Of the drawings of the references 100\.0 % are exact, of those of rung P \*\*0\.0 %\*\*/);
  match(
    ladderSentence(all.slice(0, 2), refs, tiled),
    /lacks attempts at L0 or L4.*periodicity rung are missing/,
  );
  match(ladderSentence([], refs, []), /no answered attempt at the ladder/);
  for (const rungs of [all, all.slice(1), []]) doesNotMatch(ladderSentence(rungs, refs, tiled), /NaN|n\/a/);
});
