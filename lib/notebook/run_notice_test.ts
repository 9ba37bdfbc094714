import { doesNotMatch, match } from "node:assert/strict";
import type { Run } from "lib/run/mod.ts";
import { runNotice } from "./mod.ts";

const run = (simulated: boolean) =>
  ({
    name: "r",
    models: ["a", "b"],
    judges: [],
    simulated,
    manifest: { origin: simulated ? "simulated" : "collected" },
  }) as unknown as Run;

Deno.test("runNotice says SIMULATED of a simulated run and of no other", () => {
  match(runNotice(run(true)), /^> \*\*SIMULATED\.\*\*/);
  match(runNotice(run(true)), /2 models \(a, b\), no judge/);
  doesNotMatch(runNotice(run(false)), /SIMULATED/);
  match(runNotice(run(false)), /\(collected\)/);
});
