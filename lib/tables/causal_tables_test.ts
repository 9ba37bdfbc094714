import { match, ok, strictEqual } from "node:assert/strict";
import { causalContrasts, causalCounts, type MeasuredContinuation } from "lib/causal/mod.ts";
import { ARMS } from "lib/run/mod.ts";
import {
  causalCountTable,
  causalDoseTable,
  causalItemTable,
  causalMeasureTable,
  causalRateTable,
  identicalTable,
} from "./mod.ts";

const rows = ARMS.flatMap((arm) =>
  [0, 1, 2].map((sample): MeasuredContinuation => ({
    model: "m",
    item: "1A-01",
    source: 0,
    arm,
    sample,
    commented: false,
    finished: true,
    distance: arm === "control" ? null : arm === "null_asis" ? 0 : 5,
    overlaps: arm.startsWith("moved") ? arm === "moved_used" : null,
    failed: false,
    drew: arm !== "null_asis",
    valid: true,
    vacated: false,
    destination: null,
    loop: false,
    identical: false,
  }))
);
const options = { simulated: false };

Deno.test("the table of rates sets the unmoved arm as what the others are held against", () => {
  const text = causalRateTable(causalContrasts(rows, { resamples: 50 }), options).markdown();
  match(text, /\| m +\| finished +\| `null_asis` +\| +1 \| +2 \| +0\.0% \|[^|]*\| –<sup>a<\/sup>/);
  match(
    text,
    /\| m +\| finished +\| `moved_unused` +\| +1 \| +2 \| +100\.0% \|[^|]*\| +\+1\.000 \| +\+1\.000/,
  );
  match(text, /a\D*what the others are held against/);
});

Deno.test("the table of counts tells how far statements were moved and which overlap", () => {
  const text = causalCountTable(causalCounts({ rows, mismatched: {} }), options).markdown();
  match(text, /\| m +\| +1 \| +1 \| +0 \| +1 \| +0 \| +0 \| +5\.0 \| +5\.0 \| +100\.0% \|/);
});

Deno.test("every table of a run without continuations says so", () => {
  const nothing = causalContrasts([]), none = { ...options, pictures: "all pictures" };
  const tables = [
    causalItemTable({ items: [], refused: {}, valid: {} }, options),
    causalCountTable(causalCounts({ rows: [], mismatched: {} }), options),
    causalRateTable(nothing, options),
    causalMeasureTable(nothing, options),
    causalDoseTable([], none),
    identicalTable([], options),
  ];
  for (const table of tables) {
    match(table.markdown(), /the run has no continuations/);
    strictEqual(table.rows.length, 1);
    ok(table.csv().length > 0);
  }
});
