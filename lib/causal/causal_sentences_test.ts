import { match, ok, strictEqual } from "node:assert/strict";
import type { MeasuredContinuation } from "./mod.ts";
import {
  causalContrasts,
  causalCounts,
  causalCountsSentence,
  causalEffectSentence,
  causalItemsSentence,
  causalRecovery,
  causalRobustnessSentence,
  causalTestsSentence,
  derailmentSentence,
  doseResponse,
  doseSentence,
  identicalSentence,
  identicalShares,
} from "./mod.ts";
import { ARMS } from "lib/run/mod.ts";

function rows(
  change: (row: MeasuredContinuation) => Partial<MeasuredContinuation> = () => ({}),
): MeasuredContinuation[] {
  return Array.from(
    { length: 12 },
    (_, prompt) =>
      ARMS.flatMap((arm) =>
        [0, 1, 2, 3].map((sample): MeasuredContinuation => {
          const moved = arm.startsWith("moved");
          const row: MeasuredContinuation = {
            model: "m",
            item: `1A-${prompt}`,
            source: 0,
            arm,
            sample,
            commented: false,
            finished: true,
            distance: arm === "control" ? null : arm === "null_asis" ? 0 : arm === "moved_used" ? 4 : 9,
            overlaps: moved ? false : null,
            failed: false,
            drew: moved || arm === "control",
            valid: true,
            vacated: moved,
            destination: null,
            loop: false,
            identical: arm === "control" && prompt % 4 === 0,
          };
          return { ...row, ...change(row) };
        })
      ),
  ).flat();
}

Deno.test("the sentences tell what the continuations say", () => {
  const measured = rows(), contrasts = causalContrasts(measured, { resamples: 500 });
  const counts = causalCountsSentence(causalCounts({ rows: measured, mismatched: { x: 3 } }));
  match(
    counts,
    /^12 items over 12 pairs .* 48 pairs of item and arm, \*\*192 continuations\*\*\. 0 requests .* 3 continuations/,
  );
  match(
    causalEffectSentence(contrasts),
    /`m` draws on in 0\.0 % .* 100\.0 % after `moved_unused` \(pooled \+1\.000, by prompts/,
  );
  match(causalTestsSentence(contrasts), /`m`: \d+ of \d+ contrasts stand/);
  match(derailmentSentence(contrasts), /valid in 100\.0 % to 100\.0 %, no arm differing; no arm loops/);
  match(
    causalRobustnessSentence(contrasts, contrasts),
    /comments in, every conclusion .* stays\. With the greedy .* stays\./,
  );
  match(identicalSentence(identicalShares(measured, { resamples: 50 })), /in 25\.0 % \[[^\]]*\] \(`m`\)/);
  const dose = doseResponse(measured, { stratum: { comments: "all", pictures: "all" }, resamples: 50 });
  match(doseSentence(dose), /^`m`: \*\*\+0\.\d+\*\* per cell .* less its nearer one 0\.000/);
});

Deno.test("the sentences tell a loop, an arm whose validity differs, and a conclusion that turns", () => {
  const looping = causalContrasts(
    rows(({ arm }) => ({ loop: arm === "moved_used", valid: arm !== "moved_used" })),
    { resamples: 500 },
  );
  match(
    derailmentSentence(looping),
    /`moved_used` differing; \*\*it loops\*\* in 100\.0 % after `moved_used`, unmoved in 0\.0 %/,
  );
  const flat = causalContrasts(rows(() => ({ drew: true })), { resamples: 500 });
  const steep = causalContrasts(rows(), { resamples: 500 });
  match(causalRobustnessSentence(steep, flat), /these change: m, control; m, moved_unused; m, moved_used\./);
});

Deno.test("a run without continuations is told so, and how to get some", () => {
  const nothing = causalContrasts([]);
  match(
    causalCountsSentence(causalCounts({ rows: [], mismatched: {} })),
    /has no continuations.*collect --task causal/,
  );
  for (
    const text of [
      causalEffectSentence(nothing),
      causalTestsSentence(nothing),
      derailmentSentence(nothing),
      causalRobustnessSentence(nothing, nothing),
      doseSentence([]),
      identicalSentence([]),
      causalItemsSentence({ items: [], refused: {}, valid: {} }),
    ]
  ) match(text, /no continuations/);
  strictEqual(causalRecovery(nothing, { doses: [], identical: [] }, undefined).length, 0);
  ok(causalCounts({ rows: [], mismatched: {} }).byModel.length === 0);
});
