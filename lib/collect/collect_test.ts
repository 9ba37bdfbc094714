import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import type { Chat, ChatAnswer } from "lib/models/mod.ts";
import { readRun, type Run, validateRun } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";
import { collect, generationAsks, RunFile } from "./mod.ts";

const asks = generationAsks("m", { tasks: ["icons"], medium: "canvas", seed: 1, samples: 3 });
const base = { model: { id: "m" }, asks, seed: 1, concurrency: 3 };

function answer(reply: string, more: Partial<ChatAnswer & { reply: string }> = {}): ChatAnswer {
  const served = { model: "tiny", provider: null, fingerprint: null };
  return { reply, error: null, tokens: 3, entropy: null, finish: "stop", served, requests: 1, ...more };
}

/** A model that writes its seed, after a while that depends on it: answers come in another order than asked for. */
const model: Chat = async ({ seed }) => {
  await new Promise((done) => setTimeout(done, seed % 7));
  return answer(`canvas.fill(${seed})`, { entropy: { entropy: seed % 3, mass: 1 } });
};
const failing = (error = "HTTP 500: broke", status = 500): Chat => () =>
  Promise.resolve({ reply: null, error, status, requests: 7 });

async function inFolder(test: (dir: string) => Promise<void>): Promise<void> {
  const parent = Deno.makeTempDirSync();
  try {
    await test(`${parent}/run-1`);
  } finally {
    Deno.removeSync(parent, { recursive: true });
  }
}

function filesOf(dir: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const { name, isDirectory } of Deno.readDirSync(dir)) {
    if (isDirectory) {
      for (const [path, hex] of Object.entries(filesOf(`${dir}/${name}`))) files[`${name}/${path}`] = hex;
    } else files[name] = Deno.readFileSync(`${dir}/${name}`).toHex();
  }
  return files;
}

const column = <T>(run: Run, name: string) => run.table("generations").getColumn(name).toArray() as T[];

Deno.test("collect makes a sound run that holds each attempt once, in the file's order", () =>
  inFolder(async (dir) => {
    const tally = await collect({ ...base, dir, chat: model });
    deepStrictEqual([tally.total, tally.done, tally.failed, tally.complete], [39, 39, 0, true]);
    deepStrictEqual(await validateRun(dir, { items: itemIds }), []);
    const run = await readRun(dir, { items: itemIds });
    deepStrictEqual([run.name, run.manifest.origin, run.models], ["run-1", "collected", ["m"]]);
    deepStrictEqual(column<string>(run, "item").slice(0, 4), [
      asks[0].item,
      asks[0].item,
      asks[0].item,
      asks[1].item,
    ]);
    deepStrictEqual(column<number>(run, "sample").slice(0, 4).map(Number), [0, 1, 2, 0]);
    const seeds = column<number>(run, "seed");
    deepStrictEqual(column<string>(run, "reply"), seeds.map((seed) => `canvas.fill(${seed})`));
    deepStrictEqual(Object.keys(filesOf(dir)).sort(), ["generations/m.parquet", "run.json"]);
    deepStrictEqual(JSON.parse(run.manifest.notes!["collect/m"]), {
      temperature: 0.7,
      max_tokens: { canvas: 1024 },
      served_as: ["tiny"],
    });
    deepStrictEqual(run.manifest.seeds, { "collect/m": 1 });
  }));

Deno.test("collect asks for nothing that is there, and changes no byte then", () =>
  inFolder(async (dir) => {
    await collect({ ...base, dir, chat: model });
    const before = filesOf(dir);
    const never: Chat = () => Promise.reject(new Error("asked again"));
    ok((await collect({ ...base, dir, chat: never })).complete);
    deepStrictEqual(filesOf(dir), before);
  }));

Deno.test("a collection in parts, with any concurrency, ends with the same bytes as one in a piece", () =>
  inFolder(async (dir) => {
    await collect({ ...base, dir: `${dir}/a/x`, chat: model });
    let left = 0;
    for (let part = 0; left < asks.length; part++) {
      const stop = new AbortController();
      const start = left;
      await collect({
        ...base,
        dir: `${dir}/b/x`,
        chat: model,
        concurrency: 1 + part,
        signal: stop.signal,
        onProgress: ({ done }) => {
          left = done;
          if (done >= start + 5) stop.abort();
        },
      });
    }
    deepStrictEqual(filesOf(`${dir}/b/x`), filesOf(`${dir}/a/x`));
  }));

Deno.test("a collection that is ended early is a sound run of what came, and says so", () =>
  inFolder(async (dir) => {
    const stop = new AbortController();
    const onProgress = ({ done }: { done: number }) => done >= 10 && stop.abort();
    const tally = await collect({ ...base, dir, chat: model, signal: stop.signal, onProgress });
    ok(!tally.complete && tally.done >= 10 && tally.done < 39);
    deepStrictEqual(await validateRun(dir, { items: itemIds }), []);
    strictEqual((await readRun(dir)).table("generations").height, tally.done);
  }));

Deno.test("a request that failed for good is its attempt's error with no reply, and is not asked for again", () =>
  inFolder(async (dir) => {
    const chat: Chat = (request) => request.seed % 2 ? failing()(request) : model(request);
    const tally = await collect({ ...base, dir, chat });
    const odd = asks.filter(({ seed }) => seed % 2).length;
    deepStrictEqual([tally.done, tally.failed, tally.complete], [39, odd, true]);
    const run = await readRun(dir, { items: itemIds });
    for (const [i, seed] of column<number>(run, "seed").entries()) {
      const reply = column<string | null>(run, "reply")[i], error = column<string | null>(run, "error")[i];
      deepStrictEqual([reply, error], seed % 2 ? [null, "HTTP 500: broke"] : [`canvas.fill(${seed})`, null]);
    }
    let asked = 0;
    const counting: Chat = (request) => {
      asked++;
      return model(request);
    };
    strictEqual((await collect({ ...base, dir, chat: counting })).failed, odd);
    strictEqual(asked, 0);
    strictEqual((await collect({ ...base, dir, chat: counting, retryFailed: true })).failed, 0);
    strictEqual(asked, odd);
    strictEqual((await readRun(dir)).table("generations").getColumn("error").nullCount(), 39);
  }));

Deno.test("what the server did not disclose is missing, not zero", () =>
  inFolder(async (dir) => {
    const chat: Chat = () => Promise.resolve(answer("x", { tokens: null, entropy: null, finish: null }));
    await collect({ ...base, dir, chat });
    const frame = (await readRun(dir)).table("generations");
    for (const name of ["tokens", "entropy", "entropy_mass", "finish", "error"]) {
      strictEqual(frame.getColumn(name).nullCount(), 39, name);
    }
  }));

Deno.test("a server that lets nobody in ends the collection before anything is recorded; later it is a failure", () =>
  inFolder(async (dir) => {
    for (const status of [401, 403, 404]) {
      const chat = failing(`HTTP ${status}: no`, status);
      await rejects(
        collect({ ...base, dir, chat }),
        /^Error: The server does not let us ask: HTTP 40\d: no$/,
      );
    }
    strictEqual(RunFile.read(dir, "generations", "m").length, 0);
    let count = 0;
    const chat: Chat = (request) =>
      ++count % 6 > 2 ? failing("HTTP 403: flagged", 403)(request) : model(request);
    const tally = await collect({ ...base, dir, chat, concurrency: 1 });
    const flagged = asks.filter((_, i) => (i + 1) % 6 > 2).length; // three in a row, not five
    deepStrictEqual([tally.done, tally.failed, tally.complete], [39, flagged, true]);
    deepStrictEqual(await validateRun(dir, { items: itemIds }), []);
  }));

Deno.test("a server that is gone ends the collection before anything of it is recorded; one that comes back does not", () =>
  inFolder(async (dir) => {
    const causes: [string, number | null][] = [["connection refused", null], ["HTTP 502: fetch failed", 502]];
    for (const [error, status] of causes) {
      let asked = 0;
      const chat: Chat = (request) => {
        if (++asked <= 10) return Promise.resolve(answer(`canvas.fill(${request.seed})`));
        return Promise.resolve({ reply: null, error, status, requests: 6 });
      };
      await rejects(
        collect({ ...base, dir: `${dir}/${status}`, chat }),
        {
          message: `The server is not there (6 in a row got no answer, the last one: ${error}). ` +
            "None of these is recorded: call again once it is there",
        },
      );
      const rows = RunFile.read(`${dir}/${status}`, "generations", "m");
      deepStrictEqual([rows.length, rows.every(({ reply }) => reply !== null)], [10, true]);
      ok(asked < 39, "it went on asking");
      strictEqual((await collect({ ...base, dir: `${dir}/${status}`, chat: model })).failed, 0);
    }
    let asked = 0; // away for five in a row of concurrency 3: these attempts failed, and are recorded as such
    const chat: Chat = (request) => {
      asked++;
      return asked > 10 && asked <= 15
        ? failing("HTTP 503: busy", 503)(request)
        : Promise.resolve(answer(`canvas.fill(${request.seed})`));
    };
    const tally = await collect({ ...base, dir: `${dir}/back`, chat });
    deepStrictEqual([tally.done, tally.failed, tally.complete], [39, 5, true]);
  }));

Deno.test("a server that was never there is no failure of the few attempts that were asked for", () =>
  inFolder(async (dir) => {
    const few = asks.slice(0, 3);
    const never = collect({ ...base, dir, chat: failing("refused", 503), asks: few });
    await rejects(never, {
      message: "The server is not there: nothing that was asked got an answer, and nothing is recorded",
    });
    strictEqual(RunFile.read(dir, "generations", "m").length, 0);
  }));

Deno.test("collections of eight models into one run at a time lose nothing of each other", () =>
  inFolder(async (dir) => {
    const ids = Array.from({ length: 8 }, (_, i) => `model/${i}`);
    await Promise.all(ids.map((id) => {
      const own = generationAsks(id, { tasks: ["icons"], medium: "canvas", seed: 1, samples: 1 });
      return collect({ ...base, dir, chat: model, model: { id, family: "f", size: 1 }, asks: own });
    }));
    deepStrictEqual(await validateRun(dir, { items: itemIds }), []);
    const run = await readRun(dir, { items: itemIds });
    deepStrictEqual(run.models.toSorted(), ids);
    strictEqual(run.table("generations").height, 8 * 13);
    strictEqual(Object.keys(run.manifest.files).length, 8);
    strictEqual(Object.keys(run.manifest.notes!).length, 8);
  }));

Deno.test("two collections of one model at a time are refused: they would repeat each other", () =>
  inFolder(async (dir) => {
    const slow: Chat = () => new Promise((done) => setTimeout(() => done(answer("x")), 20));
    const first = collect({ ...base, dir, chat: slow });
    await new Promise((done) => setTimeout(done, 30));
    await rejects(collect({ ...base, dir, chat: slow }), /another process is at work on it/);
    ok((await first).complete);
  }));

Deno.test("what was asked otherwise before is not mixed: seed and settings must agree, media add up", () =>
  inFolder(async (dir) => {
    await collect({ ...base, dir, chat: model, settings: { system_role: true } });
    const other = (change: object) => rejects(collect({ ...base, dir, chat: model, ...change }), RangeError);
    await other({ seed: 2 });
    await other({ settings: { system_role: false } });
    await other({ asks: generationAsks("m", { tasks: ["icons"], medium: "canvas", seed: 1, maxTokens: 7 }) });
    await other({ model: { id: "M" } }); // the same file where names are not told apart by case
    const svg = generationAsks("m", { tasks: ["layout"], medium: "svg", seed: 1, samples: 1 }).slice(0, 3);
    await collect({ ...base, dir, chat: model, asks: svg });
    const run = await readRun(dir, { items: itemIds });
    strictEqual(run.table("generations").height, 42);
    match(run.manifest.notes!["collect/m"], /"max_tokens":\{"canvas":1024,"svg":2048\}/);
  }));

Deno.test("a reply that cannot be written ends the collection, and what was written before is kept", () =>
  inFolder(async (dir) => {
    let count = 0;
    const chat: Chat = (request) => {
      if (++count > 5) throw new Error("out of paper");
      return model(request);
    };
    await rejects(collect({ ...base, dir, chat, concurrency: 1 }), /out of paper/);
    strictEqual((await readRun(dir)).table("generations").height, 5);
  }));

Deno.test("collect tells once that a server cuts replies before their length, and keeps them as they came", () =>
  inFolder(async (dir) => {
    const told: string[] = [];
    const onNotice = (what: string) => void told.push(what);
    const cut: Chat = () => Promise.resolve(answer("canvas.fill('red", { finish: "length", tokens: 340 }));
    await collect({ ...base, dir: `${dir}/a`, chat: cut, onNotice });
    deepStrictEqual(told, [
      "The server cut a reply at 340 tokens, not at the 1024 asked for: its context is full",
    ]);
    ok(column<string>(await readRun(`${dir}/a`), "reply").every((reply) => reply === "canvas.fill('red"));
    const whole: Chat = () => Promise.resolve(answer("x", { finish: "length", tokens: 1024 }));
    await collect({ ...base, dir: `${dir}/b`, chat: whole, onNotice });
    await collect({ ...base, dir: `${dir}/c`, chat: model, onNotice });
    strictEqual(told.length, 1);
  }));
