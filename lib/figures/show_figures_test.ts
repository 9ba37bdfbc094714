import { deepStrictEqual, match, ok, strictEqual, throws } from "node:assert/strict";
import { compareShowTell, protocolExamples, type SensitivityRow } from "lib/protocols/mod.ts";
import {
  showAttributionFigure,
  showGainsFigure,
  showPairedFigure,
  showProtocolsFigure,
  showSensitivityFigure,
} from "./mod.ts";

function answer(model: string, medium: string, row: string, right: boolean) {
  return {
    model,
    medium,
    row,
    sample: 0,
    task: row.split("-")[0],
    capability: "perception",
    metric: "accuracy",
    picture: true,
    parse: { ok: true },
    score: +right,
    correct: right,
    strict: right,
    read: "",
  };
}

const RECORDS = ["m", "n"].flatMap((model, k) =>
  ["text", "canvas"].flatMap((medium, j) =>
    ["a-0", "a-1", "b-0", "b-1"].map((row, i) => answer(model, medium, row, (i + j + k) % 2 === 0))
  )
);

Deno.test("figures of telling and showing say SIMULATED, carry their data, and bars part all responses", () => {
  const result = compareShowTell(RECORDS, { resamples: 100 });
  for (
    const figure of [showGainsFigure, showPairedFigure, showAttributionFigure].map((draw) =>
      draw(result, { simulated: true })
    )
  ) {
    match(figure.svg(), /SIMULATED/);
    ok(figure.csv()!.split(/\r?\n/)[1].endsWith("SIMULATED"));
  }
  const data = showAttributionFigure(result, { simulated: false }).data!;
  const shares = Map.groupBy(data, ({ model, medium }) => `${model} ${medium}`);
  for (const rows of shares.values()) strictEqual(rows.reduce((sum, { share }) => sum + Number(share), 0), 1);
});

Deno.test("a run without such answers has figures that say so", () => {
  const nothing = compareShowTell([]);
  for (const draw of [showGainsFigure, showPairedFigure, showAttributionFigure]) {
    const figure = draw(nothing, { simulated: false });
    match(figure.caption, /^Nothing to show\./);
    strictEqual(figure.csv(), undefined);
  }
});

Deno.test("every step of every registered protocol is drawn, in order", () => {
  const examples = protocolExamples();
  strictEqual(examples.length, 11);
  const svg = showProtocolsFigure(examples, { name: "all" }).svg();
  for (const { protocol, parse } of examples) {
    ok(parse.ok, protocol);
    ok(svg.includes(protocol));
    const at = svg.indexOf(protocol), names = parse.working.map(({ op }) => `.${op.split(".")[1]}`);
    let from = at;
    for (const name of names) {
      from = svg.indexOf(name, from + 1);
      ok(from > at, `${protocol}: ${name}`);
    }
  }
  throws(() => showProtocolsFigure([], { name: "none" }), RangeError);
});

Deno.test("the sensitivity figure holds both panels' rows", () => {
  const row = (name: string, score: number): SensitivityRow => ({
    name,
    n: 4,
    parsed: 1,
    score,
    changed: 0,
    flipped: 0,
  });
  const figure = showSensitivityFigure({
    thresholds: [row("as registered", 0.5), row("areas x 2", 0.4)],
    kernels: [row("1 x 1", 0.3), row("5 x 5", 0.5)],
  }, { simulated: true });
  deepStrictEqual(figure.data!.map(({ panel, name }) => [panel, name]), [
    ["thresholds", "as registered"],
    ["thresholds", "areas x 2"],
    ["depth window", "1 x 1"],
    ["depth window", "5 x 5"],
  ]);
});
