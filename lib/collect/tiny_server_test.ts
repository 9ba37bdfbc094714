import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { chatClient, type ChatRequest, parseJudgement } from "lib/models/mod.ts";
import { readRun } from "lib/run/mod.ts";
import {
  collect,
  endings,
  generationAsks,
  killedCollection,
  startTinyServer,
  tallyOf,
  tallySentence,
} from "./mod.ts";

const asks = generationAsks("m", { tasks: ["icons", "translation"], medium: "canvas", samples: 2, seed: 1 });
const request = (changes: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: asks.at(-1)!.messages,
  temperature: 0,
  seed: 1,
  maxTokens: 64,
  logprobs: true,
  ...changes,
});

Deno.test("a tiny server gives the same request the same reply, says that it is no model, and discloses log-probabilities", async () => {
  await using server = startTinyServer();
  await using other = startTinyServer();
  const [one, two] = await Promise.all(
    [server, other].map(({ endpoint }) => chatClient({ endpoint, model: "m" })(request())),
  );
  ok(one.error === null && two.error === null);
  deepStrictEqual(one, two);
  match(one.reply, /canvas\.fill/);
  strictEqual(one.served.model, "tiny (SIMULATED)");
  ok(one.entropy!.entropy > 0);
  const stranger = await chatClient({ endpoint: server.endpoint, model: "m" })(
    request({ messages: [{ role: "user", content: "Hello?" }] }),
  );
  strictEqual(stranger.reply, "Sorry, I cannot draw that.");
});

Deno.test("a tiny server that is busy refuses a request once; one that flags refuses it for good; one that cuts says so", async () => {
  const told = async (options: Parameters<typeof startTinyServer>[0]) => {
    await using server = startTinyServer(options);
    const troubles: string[] = [];
    const onTrouble = (what: string) => troubles.push(what);
    const chat = chatClient({ endpoint: server.endpoint, model: "m", backoff: { first: 1 }, onTrouble });
    return { answer: await chat(request()), troubles };
  };
  const plain = await told({}), busy = await told({ busy: 1 });
  match(busy.troubles.join(), /^HTTP 429: too many requests$/);
  deepStrictEqual({ ...busy.answer, requests: 1 }, plain.answer);
  match((await told({ flagged: 1 })).answer.error!, /the prompt was flagged/);
  const { answer } = await told({ cut: 1 });
  ok(answer.error === null && answer.finish === "length" && plain.answer.reply!.startsWith(answer.reply));
});

Deno.test("a tiny server judges pictures, now and then without JSON at first", async () => {
  await using server = startTinyServer();
  const chat = chatClient({ endpoint: server.endpoint, model: "m" });
  const replies = await Promise.all(Array.from({ length: 60 }, (_, i) => {
    const url = `data:image/png;base64,${btoa(String(i))}`;
    const content = [{ type: "image_url" as const, image_url: { url } }];
    return chat(request({ messages: [{ role: "user", content }], seed: i }));
  }));
  const readable = replies.filter(({ reply }) => parseJudgement(reply!).ok).length;
  ok(readable > 40 && readable < 60, String(readable));
});

Deno.test("killedCollection leaves what was answered in the log, and a collection goes on from there", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const run = `${dir}/run`,
      options = { model: "m", tasks: ["icons"] as const, samples: 2, seed: 1, after: 9 };
    {
      await using server = startTinyServer({ haltAfter: 9 });
      strictEqual(await killedCollection(run, { ...options, endpoint: server.endpoint }), 9);
    }
    await using server = startTinyServer();
    const icons = asks.filter(({ task }) => task === "icons");
    const chat = chatClient({ endpoint: server.endpoint, model: "m" });
    const tally = await collect({ dir: run, model: { id: "m" }, chat, asks: icons, seed: 1 });
    deepStrictEqual([tally.fresh, tally.done, tally.failed], [17, 26, 0]);
    match(tallySentence(tally), /^Asked for 17: \*\*26 of 26\*\*/);
    const rows = endings(await readRun(run), "m");
    deepStrictEqual(rows.map(({ ending, attempts }) => [ending, attempts]), [["stop", 26]]);
    // with nothing left to ask it ends before it can be killed
    await rejects(
      killedCollection(run, { ...options, after: 99, endpoint: server.endpoint }),
      /Cannot kill it, it ended/,
    );
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("tallySentence counts what went wrong by kind", () => {
  const text = tallySentence(tallyOf(3, { done: 2, failed: 0 }), ["b", "a", "b"]);
  match(text, /Requests sent again: 1 after "a", 2 after "b"\.$/);
});
