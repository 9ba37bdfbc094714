import { strictEqual } from "node:assert/strict";
import { frameOf, type Run } from "lib/run/mod.ts";
import { cutSentence } from "./mod.ts";

const TYPES = { task: "text", medium: "text", error: "text", finish: "text" } as const;

/** A run of these models, each with rows of task, medium, error and finish. */
function runOf(models: Record<string, (string | null)[][]>): Run {
  return {
    models: Object.keys(models),
    *blocks(_: string, model: string) {
      const rows = models[model], names = Object.keys(TYPES);
      const columns = Object.fromEntries(names.map((name, i) => [name, rows.map((row) => row[i])]));
      yield {
        frame: frameOf(TYPES, columns as Record<keyof typeof TYPES, (string | null)[]>),
        from: 0,
        total: rows.length,
      };
    },
  } as unknown as Run;
}

const layout = (finish: string | null, error: string | null = null) => ["layout", "canvas", error, finish];

Deno.test("cutSentence counts answered replies of the task and medium alone, model by model", () => {
  const run = runOf({
    a: [layout("length"), layout("stop"), layout(null, "HTTP 500"), [
      "translation",
      "canvas",
      null,
      "length",
    ]],
    b: [layout("stop"), layout("stop"), ["layout", "svg", null, "length"]],
  });
  strictEqual(
    cutSentence(run, { task: "layout" }),
    "**1** of 4 replies (25.0 %) were cut off at their token limit: `a` 50.0 %.",
  );
  strictEqual(
    cutSentence(run, { task: "layout", medium: "svg" }),
    "**1** of 1 replies (100.0 %) were cut off at their token limit: `b` 100.0 %.",
  );
});

Deno.test("cutSentence says where nothing was cut, was told, or was asked", () => {
  const none = runOf({ a: [layout("stop"), layout(null)] });
  strictEqual(
    cutSentence(none, { task: "layout" }),
    "No reply was cut off at its token limit. Of 1 the server did not say how they ended.",
  );
  strictEqual(cutSentence(none, { task: "icons" }), "This run holds no answered attempt at icons on canvas.");
});
