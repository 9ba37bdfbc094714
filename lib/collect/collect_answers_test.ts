import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { ChatRequest } from "lib/models/mod.ts";
import { readRun } from "lib/run/mod.ts";
import { alreadyThere, answerAsks, collectAnswers } from "./mod.ts";

const answer = {
  error: null,
  tokens: 7,
  entropy: null,
  finish: "stop",
  served: { model: null, provider: null, fingerprint: null },
  requests: 1,
} as const;

Deno.test("what a model tells and shows is asked once, in calls of their own, and ends in the run", async () => {
  const dir = `${Deno.makeTempDirSync()}/mine`;
  const asks = answerAsks("tiny", { seed: 3, media: ["text", "canvas", "svg"] });
  const seen: ChatRequest[] = [];
  const chat = (request: ChatRequest) => {
    seen.push(request);
    return Promise.resolve({
      ...answer,
      reply: request.messages[0].content === asks[0].messages[0].content ? "answer: left" : "x",
    });
  };
  const collectSome = (count: number) =>
    collectAnswers({ dir, model: { id: "tiny" }, chat, asks: asks.slice(0, count), seed: 3 });
  try {
    strictEqual((await collectSome(9)).done, 9);
    strictEqual(alreadyThere(dir, "answers", "tiny", asks), 9);
    strictEqual((await collectSome(20)).done, 20);
    strictEqual(seen.length, 20);
    strictEqual(new Set(seen.map(({ seed }) => seed)).size, 20);
    const run = await readRun(dir);
    const table = run.table("answers");
    deepStrictEqual([
      table.height,
      table.getColumn("row").get(0),
      table.getColumn("medium").toArray().slice(0, 3),
    ], [
      20,
      "direction-00",
      ["text", "canvas", "svg"],
    ]);
    deepStrictEqual(table.getColumn("interface").toArray().slice(0, 3), ["text", "visual", "visual"]);
  } finally {
    Deno.removeSync(dir.replace(/\/mine$/, ""), { recursive: true });
  }
});

Deno.test("telling and showing get the same description, and neither is told of the other", () => {
  const asks = answerAsks("tiny", { seed: 1, media: ["text", "canvas", "svg"] });
  strictEqual(asks.length, 540);
  for (const [told, canvas, svg] of Map.groupBy(asks, ({ row }) => row).values()) {
    const [a, b, c] = [told, canvas, svg].map(({ messages }) => String(messages[1].content).split("\n\n"));
    deepStrictEqual([b[0], c[0]], [a[0], a[0]]);
    ok(a[1].includes("answer:") && !a[1].includes("draw") && b[1].includes("#") && !b[1].includes("answer:"));
    ok(c[1].includes("21.333") && !b[1].includes("21.333"));
  }
});
