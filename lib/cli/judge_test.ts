import { decode } from "fast-png";
import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { collect, generationAsks, RunFile } from "lib/collect/mod.ts";
import { DIMENSIONS } from "lib/models/mod.ts";
import { completion, startModelServer } from "lib/models/testdata/model_server.ts";
import { readRun, validateRun } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";

const script = fileURLToPath(new URL("./judge.ts", import.meta.url));

async function judge(args: readonly string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--quiet", script, ...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

/** A run of one model: six drawings on canvas, of which five are valid, and three in SVG. */
async function withRun(test: (dir: string) => Promise<void>): Promise<void> {
  const parent = Deno.makeTempDirSync();
  const dir = `${parent}/run-1`;
  try {
    for (const [medium, count] of [["canvas", 6], ["svg", 3]] as const) {
      const asks = generationAsks("m", { tasks: ["layout"], medium, seed: 1, samples: 1 }).slice(0, count);
      let next = 0;
      await collect({
        dir,
        model: { id: "m" },
        asks,
        seed: 1,
        concurrency: 1,
        chat: () => {
          const [i, served] = [next++, { model: null, provider: null, fingerprint: null }];
          const reply = medium === "svg"
            ? `<svg viewBox="0 0 512 512"><circle cx="256" cy="256" r="${50 + i}" fill="#0000ff"/></svg>`
            : i === 2
            ? "import os"
            : `canvas.fill('white')\ncanvas.circle(12, 12, ${i + 2}, 'red')`;
          return Promise.resolve({
            reply,
            error: null,
            tokens: 1,
            entropy: null,
            finish: "stop",
            served,
            requests: 1,
          });
        },
      });
    }
    await test(dir);
  } finally {
    Deno.removeSync(parent, { recursive: true });
  }
}

const scored = (score: number) => JSON.stringify(Object.fromEntries(DIMENSIONS.map((name) => [name, score])));

Deno.test("judge scores the valid drawings of both media, views and rubrics, and asks nothing twice", () =>
  withRun(async (dir) => {
    await using server = startModelServer(({ number, body }) => ({
      body: completion(body.temperature === 0 && body.seed % 2 ? "Lovely." : scored(number % 6)),
    }));
    const args = ["--run", dir, "--judge", "J", "--endpoint", server.endpoint, "--backoff", "0.01"];
    const canvas = await judge([...args, "--rubric", "pixel-art,neutral"]);
    strictEqual(canvas.code, 0, canvas.err);
    const svg = await judge([...args, "--medium", "svg", "--view", "native,matched"]);
    strictEqual(svg.code, 0, svg.err);
    deepStrictEqual(await validateRun(dir, { items: itemIds }), []);
    const frame = (await readRun(dir, { items: itemIds })).table("judgements");
    const kinds = new Map<string, number>();
    const [medium, view, rubric, tries] = ["medium", "view", "rubric", "try"].map((name) =>
      frame.getColumn(name).toArray()
    );
    for (const [i, number] of tries.entries()) {
      if (Number(number) > 0) continue;
      const kind = `${medium[i]} ${view[i]} ${rubric[i]}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    deepStrictEqual(Object.fromEntries(kinds), {
      "canvas native pixel-art": 5,
      "canvas native neutral": 5,
      "svg native neutral": 3,
      "svg matched neutral": 3,
    });
    const { body } = server.asked[0];
    strictEqual(body.response_format.json_schema.name, "judgement");
    strictEqual(body.logprobs, undefined);
    for (const { body } of server.asked) {
      const { url } = body.messages[1].content[0].image_url;
      const { width, height } = decode(Uint8Array.fromBase64(url.replace("data:image/png;base64,", "")));
      deepStrictEqual([width, height], [512, 512]);
    }
    const before = server.asked.length;
    strictEqual((await judge(args)).code, 0);
    strictEqual(server.asked.length, before);
  }));

Deno.test("a drawing without a score after all tries makes the status 1, and all its replies are kept", () =>
  withRun(async (dir) => {
    await using server = startModelServer(() => ({ body: completion("I like it.") }));
    const { code, err } = await judge([
      "--run",
      dir,
      "--judge",
      "J",
      "--endpoint",
      server.endpoint,
      "--tries",
      "2",
    ]);
    strictEqual(code, 1);
    match(err, /5 of 5, .*5 failed/);
    strictEqual((await readRun(dir)).table("judgements").height, 10);
  }));

Deno.test("a judging that was killed between its file and the note of it goes on; a file that was changed is refused", () =>
  withRun(async (dir) => {
    await using server = startModelServer(() => ({ body: completion(scored(3)) }));
    const args = ["--run", dir, "--judge", "J", "--endpoint", server.endpoint];
    await judge(args);
    const file = `${dir}/judgements/J.parquet`, log = `${dir}/judgements/J.log.jsonl`;
    const [whole, notes] = [Deno.readFileSync(file), Deno.readTextFileSync(`${dir}/run.json`)];
    const [row] = RunFile.read(dir, "judgements", "J");
    Deno.writeTextFileSync(
      `${dir}/run.json`,
      notes.replace(/("judgements\/J.parquet": ")[0-9a-f]{4}/, "$1beef"),
    );
    match((await judge(args)).err, /the file has changed/);
    Deno.writeTextFileSync(log, JSON.stringify({ ...row, served: null, requests: 1 }) + "\n");
    const { code, err } = await judge(args);
    strictEqual(code, 0, err);
    deepStrictEqual(Deno.readFileSync(file), whole);
    strictEqual(Deno.readTextFileSync(`${dir}/run.json`), notes);
    deepStrictEqual([...Deno.readDirSync(`${dir}/judgements`)].map(({ name }) => name), ["J.parquet"]);
  }));

Deno.test("--reparse asks nobody: it saves a reading, then shows what moved against it, with status 1", () =>
  withRun(async (dir) => {
    await using server = startModelServer(() => ({ body: completion(scored(3)) }));
    await judge(["--run", dir, "--judge", "J", "--endpoint", server.endpoint]);
    const asked = server.asked.length, saved = `${dir}/../saved.jsonl`;
    const args = ["--run", dir, "--judge", "J", "--reparse", saved];
    const first = await judge(args);
    deepStrictEqual([first.code, first.out], [0, ""]);
    match(first.err, /5 pictures, 5 with a score, saved in/);
    deepStrictEqual([(await judge(args)).code, (await judge(args)).out], [0, ""]);
    Deno.writeTextFileSync(saved, Deno.readTextFileSync(saved).replace("[3,3,3,3,3]", "[3,3,5,3,3]"));
    const moved = await judge([...args, "--update"]);
    deepStrictEqual([moved.code, moved.out], [
      1,
      "m canvas 1A-01 0 native pixel-art: 3 3 5 3 3 -> 3 3 3 3 3\n",
    ]);
    strictEqual((await judge(args)).code, 0);
    strictEqual(server.asked.length, asked);
  }));

Deno.test("--dry-run says what would be shown, and writes nothing", () =>
  withRun(async (dir) => {
    const before = Deno.readTextFileSync(`${dir}/run.json`);
    const { code, out } = await judge(["--run", dir, "--judge", "J", "--dry-run", "--tries", "2"]);
    strictEqual(code, 0);
    match(
      out,
      /m, canvas, native view, pixel-art rubric: 5 valid drawings, .* 5 to 10 requests of at most 512 tokens/,
    );
    strictEqual(Deno.readTextFileSync(`${dir}/run.json`), before);
  }));

Deno.test("--help explains, and what is misused is named with status 2", () =>
  withRun(async (dir) => {
    const help = await judge(["--help"]);
    ok(help.code === 0 && /--reparse FILE/.test(help.out));
    const there = ["--run", dir, "--judge", "J", "--endpoint", "http://localhost:1/v1"];
    const wrong: [string[], RegExp][] = [
      [[], /--run is missing/],
      [["--run", dir], /--judge is missing/],
      [["--run", dir, "--judge", "J"], /--endpoint is missing/],
      [["--run", "nowhere", ...there.slice(2)], /there is no run.json in nowhere/],
      [[...there, "--view", "matched"], /--view must be native for canvas/],
      [[...there, "--rubric", "kind"], /--rubric must be one of pixel-art, neutral, got kind/],
      [[...there, "--model", "other"], /--model must be one of m, got other/],
    ];
    for (const [args, message] of wrong) {
      const { code, err } = await judge(args);
      strictEqual(code, 2, err);
      match(err, message);
    }
  }));
