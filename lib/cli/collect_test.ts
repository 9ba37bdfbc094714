import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import {
  type Asked,
  completion,
  type Conduct,
  type ModelServer,
  startModelServer,
} from "lib/models/testdata/model_server.ts";
import { randomStream } from "lib/random/mod.ts";
import { readRun, validateRun } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";

const script = fileURLToPath(new URL("./collect.ts", import.meta.url));
const KEY = "sk-test-0123456789";

function start(args: readonly string[], env: Record<string, string> = {}): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--quiet", script, ...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1", ...env },
  }).spawn();
}

async function outputOf(child: Deno.ChildProcess) {
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

const collect = (args: readonly string[], env?: Record<string, string>) => outputOf(start(args, env));

async function inFolder(test: (dir: string) => Promise<void>): Promise<void> {
  const parent = Deno.makeTempDirSync();
  try {
    await test(`${parent}/run-1`);
  } finally {
    Deno.removeSync(parent, { recursive: true });
  }
}

function* filesIn(dir: string, prefix = ""): Generator<[string, Uint8Array]> {
  for (const { name, isDirectory } of Deno.readDirSync(dir)) {
    if (isDirectory) yield* filesIn(`${dir}/${name}`, `${prefix}${name}/`);
    else yield [prefix + name, Deno.readFileSync(`${dir}/${name}`)];
  }
}

const bytesOf = (dir: string) =>
  Object.fromEntries([...filesIn(dir)].map(([path, bytes]) => [path, bytes.toHex()]).sort());

/** A model whose reply and log-probabilities follow from prompt and seed. */
function drawing({ body }: Asked): Conduct {
  const random = randomStream(body.seed, body.temperature, body.messages.at(-1).content);
  const text = `canvas.fill('white')\ncanvas.rect(${random.below(20)}, ${random.below(20)}, 3, 4, 'red')`;
  const content = Array.from(
    { length: 5 },
    () => ({ token: "x", logprob: -random.next(), top_logprobs: [] }),
  );
  return { body: completion(text, { logprobs: { content } }) };
}

const small = (dir: string, server: ModelServer, model = "tiny") => [
  ...["--run", dir, "--model", model, "--endpoint", server.endpoint],
  ...["--task", "icons", "--backoff", "0.01"],
];

Deno.test("a collection killed at 20 random moments and resumed is the undisturbed one, byte for byte", () =>
  inFolder(async (dir) => {
    await using server = startModelServer(async (asked) => {
      await new Promise((done) => setTimeout(done, 4));
      return drawing(asked);
    });
    const { code } = await collect(small(`${dir}/whole/x`, server));
    strictEqual(code, 0);
    const undisturbed = server.asked.length;
    const random = randomStream("kills");
    const killed: { status: number; rows: number }[] = [];
    for (let kill = 0; kill < 20; kill++) {
      const child = start(small(`${dir}/killed/x`, server));
      const before = server.asked.length;
      const after = before + random.below(14);
      const patience = performance.now() + 4000;
      let ended = false;
      const output = outputOf(child).finally(() => ended = true);
      while (server.asked.length < after && performance.now() < patience && !ended) {
        await new Promise((done) => setTimeout(done, 1));
      }
      const send = async (signal: Deno.Signal, wait: number) => {
        await new Promise((done) => setTimeout(done, wait));
        if (!ended) child.kill(signal);
      };
      try {
        if (kill % 3 === 2) await send("SIGTERM", 0); // so that it is killed while it merges
        await send("SIGKILL", random.below(30));
      } catch {
        // it was done in between
      }
      killed.push({ status: (await output).code, rows: server.asked.length - before });
    }
    const kills = killed.filter(({ status }) => status !== 0).length;
    ok(kills >= 15, `only ${kills} were killed in time: ${JSON.stringify(killed)}`);
    strictEqual((await collect(small(`${dir}/killed/x`, server))).code, 0);
    deepStrictEqual(bytesOf(`${dir}/killed/x`), bytesOf(`${dir}/whole/x`));
    const repeated = server.asked.length - 2 * undisturbed;
    ok(
      repeated <= 4 * kills,
      `${repeated} requests were repeated: more than were under way at ${kills} kills`,
    );
  }));

Deno.test("SIGINT and SIGTERM end a collection early with a sound run of what came, and status 1", () =>
  inFolder(async (dir) => {
    await using server = startModelServer(async (asked) => {
      await new Promise((done) => setTimeout(done, 10));
      return drawing(asked);
    });
    let height = 0;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const child = start(small(dir, server));
      const before = server.asked.length;
      while (server.asked.length < before + 12) await new Promise((done) => setTimeout(done, 1));
      child.kill(signal);
      const { code, err } = await outputOf(child);
      strictEqual(code, 1, err);
      match(err, /ended early/);
      deepStrictEqual(await validateRun(dir, { items: itemIds }), []);
      deepStrictEqual([...filesIn(dir)].map(([path]) => path).sort(), [
        "generations/tiny.parquet",
        "run.json",
      ]);
      const run = await readRun(dir, { items: itemIds });
      const rows = run.table("generations").height;
      ok(rows > height && rows < 156, `${rows} after ${height}`);
      height = rows;
    }
  }));

Deno.test("the key is sent, and stands in no file and in no message, though the server echoes it", () =>
  inFolder(async (dir) => {
    await using server = startModelServer((asked) =>
      asked.number % 3 === 0
        ? { body: completion(`canvas.fill('red') # ${KEY}`) }
        : { status: 400, body: { error: { message: `${KEY} is not allowed` } } }
    );
    const { code, out, err } = await collect([...small(dir, server), "--samples", "1"], {
      AMBENCH_API_KEY: KEY,
    });
    strictEqual(code, 1);
    strictEqual(server.asked[0].headers.get("authorization"), `Bearer ${KEY}`);
    ok(!(out + err).includes(KEY));
    for (const [path, bytes] of filesIn(dir)) {
      ok(!new TextDecoder("latin1").decode(bytes).includes(KEY), path);
    }
    const columns = (await readRun(dir)).table("generations");
    for (const name of ["reply", "error"]) {
      ok(!JSON.stringify(columns.getColumn(name).toArray()).includes(KEY));
    }
    const refused = await collect(small(dir, server), { AMBENCH_API_KEY: "two words" });
    strictEqual(refused.code, 2);
    ok(!refused.err.includes("two words"));
  }));

Deno.test("two processes collect two models into one run at a time, and both are in it", () =>
  inFolder(async (dir) => {
    await using server = startModelServer(drawing);
    const models = ["one", "two/b"];
    const results = await Promise.all(
      models.map((model) => collect([...small(dir, server, model), "--samples", "2"])),
    );
    deepStrictEqual(results.map(({ code }) => code), [0, 0]);
    deepStrictEqual(await validateRun(dir, { items: itemIds }), []);
    const run = await readRun(dir, { items: itemIds });
    deepStrictEqual(run.models.toSorted(), models);
    strictEqual(run.table("generations").height, 52);
  }));

Deno.test("failures are recorded, counted on the bar, and the status is 1", () =>
  inFolder(async (dir) => {
    await using server = startModelServer((asked) =>
      asked.body.seed % 2 ? { status: 500, body: { error: "broke" } } : drawing(asked)
    );
    const args = [...small(dir, server), "--samples", "1", "--retries", "1"];
    const { code, err } = await collect(args);
    strictEqual(code, 1);
    match(err, /13 of 13, [\d.]+\/(s|min), \d+ failed, \d+ tokens \(\d+\/s\)\n$/);
    const errors = (await readRun(dir)).table("generations").getColumn("error").toArray();
    ok(errors.includes("HTTP 500: broke, after 2 requests"));
  }));

Deno.test("--dry-run says what would be asked and how much, asks nothing and writes nothing", () =>
  inFolder(async (dir) => {
    const { code, out } = await collect(["--run", dir, "--model", "tiny", "--dry-run"]);
    strictEqual(code, 0);
    match(
      out,
      /layout on canvas: 150 items x 11 attempts = 1650, 0 there, 1650 to ask; at most 1689600 tokens/,
    );
    match(out, /translation on canvas: 145 items x 12 attempts = 1740/);
    match(out, /ladder on canvas: 120 items x 12/);
    match(out, /icons on canvas: 13 items x 12/);
    match(out, /\[system\]\nYou are a pixel art generator/);
    ok(![...Deno.readDirSync(dir.replace(/\/[^/]*$/, ""))].length);
    await using server = startModelServer(drawing);
    await collect([...small(dir, server), "--samples", "1"]);
    const again = await collect(["--run", dir, "--model", "tiny", "--task", "icons", "--dry-run"]);
    match(again.out, /icons on canvas: 13 items x 12 attempts = 156, 13 there, 143 to ask/);
    const svg = await collect(["--run", dir, "--model", "tiny", "--medium", "svg", "--dry-run"]);
    match(svg.out, /layout on svg: 150 items x 11 .* \(2048 each\)/);
  }));

Deno.test("--help explains, and what is misused is named with status 2", () =>
  inFolder(async (dir) => {
    const help = await collect(["--help"]);
    strictEqual(help.code, 0);
    match(help.out, /--retry-failed/);
    const wrong: [string[], RegExp][] = [
      [[], /--run is missing/],
      [["--run", dir], /--model is missing/],
      [["--run", dir, "--model", "m"], /--endpoint is missing/],
      [["--run", dir, "--model", "m", "--endpoint", "nowhere"], /the endpoint must be a URL, got "nowhere"/],
      [["--run", dir, "--model", "m", "--task", "drawing"], /--task must be one of layout, .*, got drawing/],
      [
        ["--run", dir, "--model", "m", "--task", "icons", "--medium", "svg"],
        /task must be layout, got icons/,
      ],
      [["--run", dir, "--model", "m", "--samples", "0"], /--samples must be a whole number from 1, got 0/],
      [["--run", dir, "--model", "m", "--size", "big"], /--size must be a positive number, got big/],
      [["--run", dir, "--model", "m", "--colour", "red"], /--colour/],
    ];
    const results = await Promise.all(wrong.map(([args]) => collect(args)));
    for (const [i, { code, err }] of results.entries()) {
      strictEqual(code, 2, err);
      match(err, wrong[i][1]);
      match(err, /Try: deno task collect --help/);
    }
  }));

Deno.test("a run that cannot take the model, its seed or its settings is left as it is, with status 2", () =>
  inFolder(async (dir) => {
    await using server = startModelServer(drawing);
    const args = [...small(dir, server), "--samples", "1"];
    strictEqual((await collect([...args, "--seed", "7"])).code, 0);
    const before = bytesOf(dir), asked = server.asked.length;
    strictEqual((await collect(args)).code, 0); // goes on with the seed that the run notes
    for (
      const [more, message] of [
        [["--seed", "8"], /the seed must stay 7, as the run notes it, got 8/],
        [["--max-tokens", "9"], /max_tokens for canvas must stay 1024, as the run notes it, got 9/],
        [["--fold-system"], /system_role must stay true/],
      ] as const
    ) {
      const { code, err } = await collect([...args, ...more]);
      strictEqual(code, 2, err);
      match(err, message);
    }
    deepStrictEqual([bytesOf(dir), server.asked.length], [before, asked]);
    const simulated = JSON.parse(Deno.readTextFileSync(`${dir}/run.json`));
    Deno.writeTextFileSync(`${dir}/run.json`, JSON.stringify({ ...simulated, origin: "simulated" }));
    const { code, err } = await collect(args);
    ok(code === 2 && /it holds a simulated run/.test(err), err);
  }));
