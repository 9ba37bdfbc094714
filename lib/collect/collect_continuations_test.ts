import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import type { CausalItem } from "lib/causal/mod.ts";
import { cutProgram } from "lib/causal/mod.ts";
import type { ChatAnswer, PrefixClient } from "lib/models/mod.ts";
import { addTable, ARMS, columnTypes, createRun, frameOf, readRun, validateRun } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";
import { alreadyThere, causalAsks, collectContinuations, RunFile } from "./mod.ts";

const REPLY = "canvas.set_pixel(1, 1, 'red')\ncanvas.set_pixel(2, 2, 'red')\n";

function item(source: number): CausalItem {
  const cut = cutProgram(REPLY);
  if (typeof cut === "string") throw new Error(cut);
  const first = REPLY.split("\n")[0] + "\n";
  const moved = (at: number) => `${first}canvas.set_pixel(${at}, 2, 'red')\n`;
  return {
    model: "m",
    item: "1A-01",
    source,
    cut,
    shifts: { moved_unused: { rows: 7, cols: 0 }, moved_used: { rows: 1, cols: 0 } },
    choices: { moved_unused: 1, moved_used: 1 },
    prefixes: { control: first, null_asis: REPLY, moved_unused: moved(9), moved_used: moved(3) },
  };
}

const asks = causalAsks([item(0), item(1)], { seed: 1, samples: 3 });

function answer(reply: string): ChatAnswer {
  const served = { model: "tiny", provider: null, fingerprint: null };
  return { reply, error: null, tokens: 3, entropy: null, finish: "stop", served, requests: 1 };
}

const failure: ChatAnswer = { reply: null, error: "HTTP 500", status: 500, requests: 2 };
const client = (go: PrefixClient["go"]): PrefixClient => ({ way: "template", go });
const echo = client(({ prefix, seed }) => Promise.resolve(answer(`# ${seed} behind ${prefix.length}\n`)));

async function withRun(
  test: (dir: string) => Promise<void>,
  origin: "collected" | "simulated" = "collected",
) {
  const dir = Deno.makeTempDirSync();
  try {
    createRun(dir, { name: "r", origin, models: [{ id: "m" }], judges: [], seeds: {}, notes: {} });
    const two = <T>(value: T) => [value, value];
    const generations = {
      model: two("m"),
      task: two("layout"),
      medium: two("canvas"),
      item: two("1A-01"),
      sample: [0, 1],
      temperature: [0, 0.7],
      seed: two(1),
      reply: two(REPLY),
      error: two(null),
      tokens: two(null),
      entropy: two(null),
      entropy_mass: two(null),
      finish: two("stop"),
    };
    await addTable(dir, "generations", frameOf(columnTypes("generations"), generations), { owner: "m" });
    await test(dir);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

const base = { model: "m", asks, seed: 1, concurrency: 3 };

Deno.test("causalAsks asks for every arm at once greedily, then at the generations' temperature, each with its own seed", () => {
  strictEqual(causalAsks([item(0)], { seed: 1 }).length, ARMS.length * 9);
  deepStrictEqual(
    asks.slice(0, 4).map(({ arm, sample, temperature }) => [arm, sample, temperature]),
    ARMS.map((arm) => [arm, 0, 0]),
  );
  ok(asks.slice(8).every(({ temperature }) => temperature === 0.7));
  strictEqual(new Set(asks.map(({ seed }) => seed)).size, asks.length);
  deepStrictEqual(asks[0].messages.map(({ role }) => role), ["system", "user"]);
  match(String(asks[0].messages[1].content), /A filled red circle/);
});

Deno.test("collectContinuations hands over each prefix and fills the run's file, sound and in order", () =>
  withRun(async (dir) => {
    const tally = await collectContinuations({ dir, client: echo, ...base });
    deepStrictEqual([tally.total, tally.done, tally.failed, tally.complete], [24, 24, 0, true]);
    deepStrictEqual(await validateRun(dir, { items: itemIds }), []);
    const run = await readRun(dir);
    const frame = run.table("continuations", "m");
    deepStrictEqual(frame.getColumn("arm").toArray().slice(0, 12), ARMS.flatMap((arm) => [arm, arm, arm]));
    const [prefix, seed, reply] = ["prefix", "seed", "reply"].map((name) => frame.getColumn(name).toArray());
    deepStrictEqual(reply, prefix.map((text, i) => `# ${seed[i]} behind ${String(text).length}\n`));
    strictEqual(run.manifest.seeds["continue/m"], 1);
    const noted = JSON.parse(run.manifest.notes!["continue/m"]);
    deepStrictEqual([noted.continued_by, noted.temperature, noted.served_as], ["template", 0.7, ["tiny"]]);
  }));

Deno.test("collectContinuations ended early goes on where it was, and ends with the same bytes", async () => {
  let whole: Uint8Array | undefined;
  await withRun(async (dir) => {
    await collectContinuations({ dir, client: echo, ...base });
    whole = Deno.readFileSync(`${dir}/continuations/m.parquet`);
  });
  await withRun(async (dir) => {
    const stop = new AbortController();
    let count = 0, asked = 0;
    const slow = client((request, signal) => {
      if (++count === 7) stop.abort();
      return echo.go(request, signal);
    });
    const first = await collectContinuations({ dir, client: slow, ...base, signal: stop.signal });
    ok(!first.complete && first.done >= 6 && first.done < 24, `${first.done}`);
    strictEqual(alreadyThere(dir, "continuations", "m", asks), first.done);
    const rest = client((request, signal) => {
      asked++;
      return echo.go(request, signal);
    });
    await collectContinuations({ dir, client: rest, ...base });
    strictEqual(asked, 24 - first.done);
    deepStrictEqual(Deno.readFileSync(`${dir}/continuations/m.parquet`), whole);
  });
});

Deno.test("a request that failed is recorded with its reason, kept, and asked for again only when told to", () =>
  withRun(async (dir) => {
    let broken = true;
    const some = client((request) =>
      Promise.resolve(broken && request.seed === asks[5].seed ? failure : answer("x\n"))
    );
    const first = await collectContinuations({ dir, client: some, ...base });
    deepStrictEqual([first.done, first.failed, first.complete], [24, 1, true]);
    const failed = RunFile.read(dir, "continuations", "m").filter(({ reply }) => reply === null);
    deepStrictEqual(failed.map(({ error, finish, sample }) => [error, finish, sample]), [[
      "HTTP 500",
      null,
      0,
    ]]);
    broken = false;
    strictEqual((await collectContinuations({ dir, client: some, ...base })).fresh, 0);
    const again = await collectContinuations({ dir, client: some, ...base, retryFailed: true });
    deepStrictEqual([again.fresh, again.failed], [1, 0]);
  }));

Deno.test("collectContinuations refuses a simulated run, a model it lacks, other settings and other prefixes", async () => {
  await withRun(
    (dir) => rejects(collectContinuations({ dir, client: echo, ...base }), /it holds a simulated run/),
    "simulated",
  );
  await withRun(async (dir) => {
    await rejects(
      collectContinuations({ dir, client: echo, ...base, model: "n" }),
      /the run does not have that model/,
    );
    await collectContinuations({ dir, client: echo, ...base });
    await rejects(collectContinuations({ dir, client: echo, ...base, seed: 2 }), /the seed must stay 1/);
    const other = { ...echo, way: "prefill" as const };
    await rejects(collectContinuations({ dir, client: other, ...base }), /continued_by must stay template/);
    const changed = asks.map((ask) => ({ ...ask, prefix: ask.prefix + "\n" }));
    await rejects(
      collectContinuations({ dir, client: echo, ...base, asks: changed }),
      /is not what was handed over before/,
    );
  });
});

Deno.test("a server that lets nobody in stops the session, and nothing of it is recorded", () =>
  withRun(async (dir) => {
    const closed = client(() =>
      Promise.resolve({ reply: null, error: "HTTP 401", status: 401, requests: 1 })
    );
    await rejects(collectContinuations({ dir, client: closed, ...base }), /does not let us ask/);
    strictEqual(alreadyThere(dir, "continuations", "m", asks), 0);
  }));
