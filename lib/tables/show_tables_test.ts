import { deepStrictEqual, match, ok } from "node:assert/strict";
import { compareShowTell, taskOutcomes } from "lib/protocols/mod.ts";
import {
  showAttributionTable,
  showGainsTable,
  showPairedTable,
  showProtocolTable,
  showSystemsTable,
  showTasksTable,
} from "./mod.ts";

Deno.test("a run without such answers has tables of dashes that say why", () => {
  const nothing = compareShowTell([]), options = { simulated: false };
  const tables = [
    showSystemsTable(nothing.systems, options),
    showGainsTable(nothing, options),
    showPairedTable(nothing, options),
    showAttributionTable(nothing.systems, options),
    showTasksTable(taskOutcomes([]), options),
  ];
  for (const table of tables) match(table.markdown(), /the run holds no such answers/);
});

Deno.test("both denominators stand in columns named so, and shares of responses add up", () => {
  const answer = (row: string, ok: boolean, score: number) => ({
    model: "m",
    medium: "text",
    row,
    sample: 0,
    task: row[0],
    capability: "perception",
    metric: "accuracy",
    picture: true,
    parse: ok ? { ok } : { ok, reason: "no_answer" },
    score,
    correct: score === 1,
    strict: score === 1,
    read: "",
  });
  const { systems } = compareShowTell([answer("a0", true, 1), answer("a1", false, 0)], { resamples: 50 });
  const [header, line] = showSystemsTable(systems, { simulated: true }).csv().split(/\r?\n/).map((text) =>
    text.split(",")
  );
  const cell = (name: string) => line[header.indexOf(name)];
  deepStrictEqual([
    cell("all_output"),
    cell("scorable_only"),
    cell("scorable"),
    cell("n"),
    cell("scorable_n"),
  ], ["0.5", "1", "0.5", "2", "1"]);
  deepStrictEqual(cell("origin"), "SIMULATED");
  const attribution = showAttributionTable(systems, { simulated: false }).csv();
  ok(attribution.includes("protocol_noncompliance_share"));
});

Deno.test("the registered protocols are listed with what they give", () => {
  const lines = showProtocolTable().csv().trim().split(/\r?\n/);
  deepStrictEqual(lines.length, 12);
  match(lines[7], /^red_path,path,7,/);
});
