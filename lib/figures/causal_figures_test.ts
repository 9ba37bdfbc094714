import { match, ok, strictEqual } from "node:assert/strict";
import { blankRaster } from "lib/canvas/mod.ts";
import {
  causalContrasts,
  type CausalExample,
  coveredCells,
  doseResponse,
  type MeasuredContinuation,
} from "lib/causal/mod.ts";
import { ARMS } from "lib/run/mod.ts";
import { causalDoseFigure, causalExampleFigure, causalRateFigure, causalTargetFigure } from "./mod.ts";

const rows = ["a", "b"].flatMap((model) =>
  ["1A-01", "1A-02"].flatMap((item) =>
    ARMS.flatMap((arm) =>
      [0, 1, 2].map((sample): MeasuredContinuation => ({
        model,
        item,
        source: 0,
        arm,
        sample,
        commented: false,
        finished: item === "1A-01",
        distance: arm === "control" ? null : arm === "null_asis" ? 0 : arm === "moved_used" ? 4 : 9,
        overlaps: null,
        failed: false,
        drew: sample === 1 || arm !== "null_asis",
        valid: true,
        vacated: arm === "control",
        destination: null,
        loop: arm === "moved_used" && model === "b",
        identical: false,
      }))
    )
  )
);

Deno.test("the figures of rates, dose and targeting carry their numbers, and SIMULATED where they are", () => {
  const contrasts = causalContrasts(rows, { resamples: 30 });
  const doses = doseResponse(rows, { stratum: { comments: "all", pictures: "all" }, resamples: 30 });
  for (const simulated of [true, false]) {
    const figures = [
      causalRateFigure(contrasts, { simulated }),
      causalDoseFigure(doses, { simulated, pictures: "all pictures" }),
      causalTargetFigure(contrasts, { simulated }),
    ];
    for (const figure of figures) {
      const svg = figure.svg();
      strictEqual(/SIMULATED/.test(svg), simulated);
      ok(figure.caption.length > 50 && !/NaN|undefined/.test(svg + figure.caption));
    }
    strictEqual(figures[0].csv()!.trim().split("\n").length, 1 + 2 * 2 * 4);
  }
});

Deno.test("the figure of examples frames the own place, dashed where the statement was moved away from", () => {
  const own = coveredCells([{ kind: "rect", r: 2, c: 3, h: 4, w: 5, color: "#000000", fill: true }]);
  const moved = coveredCells([{ kind: "rect", r: 12, c: 3, h: 4, w: 5, color: "#000000", fill: true }]);
  const example: CausalExample = {
    model: "a",
    item: "1A-01",
    source: 0,
    whole: blankRaster(24, 24),
    arms: ARMS.map((arm) => ({
      arm,
      raster: blankRaster(24, 24),
      own,
      moved: arm.startsWith("moved") ? moved : null,
      distance: arm === "control" ? null : arm === "null_asis" ? 0 : 10,
      drew: 3,
      n: 8,
    })),
  };
  const figure = causalExampleFigure([example], { simulated: false }), svg = figure.svg();
  strictEqual(svg.match(/stroke-dasharray/g)?.length, 2);
  match(svg, /by 10\.0; 3 of 8 draw on/);
  match(figure.csv()!, /moved_used,10,3,8/);
});

Deno.test("every figure of a run without continuations says so", () => {
  const nothing = causalContrasts([]), options = { simulated: false };
  const figures = [
    causalRateFigure(nothing, options),
    causalDoseFigure([], { ...options, pictures: "all" }),
    causalTargetFigure(nothing, options),
    causalExampleFigure([], options),
  ];
  for (const figure of figures) match(figure.svg(), /This run has no continuations/);
});
