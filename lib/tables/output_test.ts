import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { resolve } from "node:path";
import { outputFile } from "./mod.ts";

const repository = resolve(import.meta.dirname!, "..", "..");

/** Runs a claim under these environment variables and puts the old ones back. */
function under(variables: Record<string, string>, claim: () => void) {
  const names = ["AMBENCH_RUN", "AMBENCH_OUTPUT"];
  const before = names.map((name) => Deno.env.get(name));
  for (const name of names) Deno.env.delete(name);
  for (const [name, value] of Object.entries(variables)) Deno.env.set(name, value);
  try {
    claim();
  } finally {
    for (const [i, name] of names.entries()) {
      if (before[i] === undefined) Deno.env.delete(name);
      else Deno.env.set(name, before[i]);
    }
  }
}

Deno.test("outputFile puts the default run at the top and every other run in a folder of its own", () => {
  under({}, () => {
    deepStrictEqual(outputFile("tables", "table1.csv"), {
      name: "tables/table1.csv",
      path: resolve(repository, "tables/table1.csv"),
    });
    strictEqual(outputFile("tables", "a.csv", { run: "roster" }).name, "tables/a.csv");
    strictEqual(outputFile("figures", "a.svg", { run: "pilot" }).name, "figures/pilot/a.svg");
  });
  under({ AMBENCH_RUN: "data/roster" }, () => strictEqual(outputFile("tables", "a.md").name, "tables/a.md"));
  under(
    { AMBENCH_RUN: "data/pilot/" },
    () => strictEqual(outputFile("tables", "a.md").name, "tables/pilot/a.md"),
  );
  under(
    { AMBENCH_RUN: "/elsewhere/roster" },
    () => strictEqual(outputFile("tables", "a.md").name, "tables/roster/a.md"),
  );
});

Deno.test("outputFile starts at AMBENCH_OUTPUT where that is set", () => {
  const elsewhere = resolve(repository, "elsewhere");
  under({ AMBENCH_OUTPUT: elsewhere }, () => {
    strictEqual(outputFile("tables", "a.md").path, resolve(elsewhere, "tables/a.md"));
  });
  under({ AMBENCH_OUTPUT: "elsewhere" }, () => {
    strictEqual(outputFile("tables", "a.md").path, resolve(elsewhere, "tables/a.md"));
  });
  under({ AMBENCH_OUTPUT: "" }, () => ok(outputFile("tables", "a.md").path.startsWith(repository)));
});

Deno.test("outputFile refuses names that could leave the folder", () => {
  for (const name of ["", "..", "../a", "a/b", ".hidden", "a\\b", "a b"]) {
    throws(() => outputFile("tables", name), RangeError);
    throws(() => outputFile("tables", "a.md", { run: name }), RangeError);
  }
});
