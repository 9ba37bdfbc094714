import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import {
  alphaSentence,
  type Annotation,
  armsSentence,
  attention,
  attentionSentence,
  compareMedia,
  crossSentence,
  fidelitySentence,
  humanAgreement,
  humanRecovery,
  humanSentence,
  type HumanStudy,
  judgeSentence,
  lackSentence,
  mediumByTier,
  mediumRecovery,
  mediumSentence,
  type MediumVerdict,
  type Pair,
  shortSentence,
  tierSentence,
  tieSentence,
  verdictKey,
} from "./mod.ts";

const scores = new Map(
  [0, 1, 2, 3, 4, 5].flatMap((i): [string, number][] => [
    [verdictKey("a", `1A-0${i}`, 0), 4],
    [verdictKey("a", `1A-0${i}`, 1), 4 - i * 0.6],
  ]),
);

/** Five stratified pairs and a catch trial; the second annotator picks the blank canvas. */
function study(annotators: number): HumanStudy {
  const pairs = [0, 1, 2, 3, 4, 5].map((i): Pair => ({
    pair: `P${i}`,
    kind: i === 5 ? "catch" : i === 4 ? "cross-model" : "stratified",
    left: { model: "a", item: `1A-0${i}`, sample: 0 },
    right: i === 5 ? null : { model: "a", item: `1A-0${i}`, sample: 1 },
  }));
  const annotations = Array.from({ length: annotators }, (_, a) =>
    pairs.map(({ pair }, i): Annotation => ({
      pair,
      annotator: `r${a}`,
      order: i,
      swapped: false,
      choice: i === 5 && a === 1 ? "right" : i < 2 ? "both" : "left",
    }))).flat();
  const results = (own: Annotation[]) => humanAgreement(pairs, own, new Map([["j1", scores]]));
  return {
    pairs: annotators < 0 ? [] : pairs,
    annotators: attention(pairs, annotations),
    threshold: 0.8,
    all: results(annotations),
    attentive: results(annotations.filter(({ annotator }) => annotator !== "r1")),
  };
}

Deno.test("the sentences of the human study say what its numbers are", () => {
  const two = study(2);
  strictEqual(humanSentence(two), "6 pairs over 6 prompts, judged by 2 annotators (r0, r1).");
  match(alphaSentence(two.all), /agree on \*\*5 of 6\*\* pairs \(83\.3 %\).*, not below the 0\.667/);
  match(alphaSentence(two.all), /Of the agreed pairs 3 have a side, 2 are both valid, 0 neither/);
  match(judgeSentence(two.all), /`j1` matches the verdict on \*\*100\.0 %\*\* \(3\/3\)/);
  match(
    attentionSentence(two),
    /80 % of the catch trials were passed by r1\. Without them alpha goes from .* to n\/a/,
  );
  match(tieSentence(two.all), /100\.0 % at 0 to 0\.5, 100\.0 % at 0\.5 to 1, 0\.0 % at 1 to 2/);
  match(tieSentence(two.all), /never rises/);
  match(
    crossSentence(two.all),
    /a wins over a on \*\*100\.0 %\*\* of 1 .* no clear preference.*no agreed pair/,
  );
});

Deno.test("the sentences of the human study say so where there is nothing", () => {
  const nobody = study(0);
  match(humanSentence(nobody), /nobody has judged them/);
  match(humanSentence({ ...nobody, pairs: [] }), /holds no pair set/);
  match(attentionSentence(nobody), /nothing to tell/);
  match(alphaSentence(nobody.all), /No pair was answered by two/);
  match(judgeSentence(nobody.all), /No judge separates/);
  match(tieSentence(nobody.all), /Too few strata/);
  match(crossSentence(nobody.all), /no agreed pair with a side/);
  match(shortSentence([{ part: "catch", wanted: 15, got: 3 }]), /could not fill catch \(3 of 15\)/);
  match(shortSentence([{ part: "catch", wanted: 15, got: 15 }]), /Every part/);
  match(shortSentence([{ part: "catch", wanted: 15, got: 0 }]), /There is no pair set/);
});

const items = ["1A-01", "1A-02", "2A-01", "2A-02"];
const verdicts = items.flatMap((item, i): MediumVerdict[] => [
  { model: "a", item, medium: "canvas", view: "native", composite: 2 + i % 2 },
  { model: "a", item, medium: "svg", view: "matched", composite: 3 + i % 2 },
  { model: "a", item, medium: "svg", view: "native", composite: 3.5 + i % 2 },
]);

Deno.test("the sentences on the medium say what its numbers are", () => {
  const media = compareMedia(verdicts, { items: [...items, "3A-01"], resamples: 99 });
  match(armsSentence(verdicts, "j1"), /`j1` scored 4 canvas drawings, 4 SVGs/);
  match(mediumSentence(media), /\*\*\+1\.00\*\* .* \[\+1\.00, \+1\.00\].* Of 1 models tested \*\*1\*\*/);
  match(
    fidelitySentence(media),
    /SVG stands at \+1\.500 .*matched resolution at \+1\.000: rendering it more finely adds 0\.500/,
  );
  match(lackSentence(media), /left out: a 1\./);
  match(
    tierSentence(mediumByTier(verdicts, { items, resamples: 99 }).rows),
    /T1 \*\*\+1\.00\*\*.*These 2 tests/,
  );
  const [row] = mediumRecovery(media, { mediumDelta: { a: 0.9 } });
  strictEqual(`${row.model} ${row.planted} ${row.estimate} ${row.n}`, "a 0.9 1 4");
  strictEqual(mediumRecovery(media, undefined).length, 0);
});

Deno.test("the sentences on the medium say so where there is nothing", () => {
  const none = compareMedia([], { items, models: ["a"], resamples: 9 });
  for (const text of [mediumSentence(none), fidelitySentence(none)]) match(text, /nothing to tell/);
  match(tierSentence(mediumByTier([], { items, resamples: 9 }).rows), /nothing to tell/);
  match(armsSentence([], undefined), /no judge/);
  match(armsSentence(verdicts.filter(({ medium }) => medium === "canvas"), "j1"), /Without both arms/);
  doesNotMatch([mediumSentence(none), lackSentence(none)].join(), /NaN|undefined/);
});

Deno.test("humanRecovery sets expected values beside those found, and is empty where none was planted", () => {
  const human = { agreement: 0.8, alpha: 0.5, catches: { r0: 1, r1: 0.9 }, matches: { j1: 0.9, j9: 1 } };
  const rows = humanRecovery(study(2), { human });
  deepStrictEqual(rows.map(({ quantity, model, planted, n }) => [quantity, model, planted, n]), [
    ["agreement", "all", 0.8, 6],
    ["alpha", "all", 0.5, 6],
    ["catch trials passed", "r0", 1, 1],
    ["catch trials passed", "r1", 0.9, 1],
    ["matches the verdict", "j1", 0.9, 3],
  ]);
  deepStrictEqual(humanRecovery(study(2), {}), []);
  deepStrictEqual(humanRecovery(study(2), undefined), []);
});
