import { match, strictEqual } from "node:assert/strict";
import { addTable, createRun, type Generation, readRun } from "lib/run/mod.ts";
import { layoutAttempt } from "lib/simulate/layout_attempt.ts";
import { ROSTER } from "lib/simulate/mod.ts";
import { generationFrame } from "lib/simulate/simulate.ts";
import { layoutScenes } from "lib/tasks/mod.ts";
import { type Asked, completion, type Conduct, startModelServer } from "lib/models/testdata/model_server.ts";

const script = new URL("./collect.ts", import.meta.url).pathname;

async function collect(...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--quiet", script, "--task", "causal", "--model", "sim-b", ...args],
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

async function withRun(test: (dir: string) => Promise<void>) {
  const dir = `${Deno.makeTempDirSync()}/run`;
  createRun(dir, {
    name: "run",
    origin: "collected",
    models: [{ id: "sim-b" }],
    judges: [],
    seeds: {},
    notes: {},
  });
  const model = ROSTER[1];
  const rows = layoutScenes().slice(0, 30).flatMap((scene) =>
    [0, 1].map((sample): Generation => ({
      model: model.id,
      task: "layout",
      medium: "canvas",
      item: scene.id,
      sample,
      ...layoutAttempt(model, scene, sample, 1),
    }))
  );
  await addTable(dir, "generations", generationFrame(rows), { owner: model.id });
  try {
    await test(dir);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

Deno.test("collect --task causal goes on with the run's own generations, and refuses a server that cannot", () =>
  withRun(async (dir) => {
    const dry = await collect("--run", dir, "--items", "2", "--samples", "2", "--dry-run");
    strictEqual(dry.code, 0, dry.err);
    match(dry.out, /2 items of \d+ x 4 arms x 2 attempts = 16, 0 there, 16 to ask/);
    match(dry.out, /generations that are no items:\n/);
    let goesOn = false;
    await using server = startModelServer(({ path, body }: Asked): Conduct => {
      if (path === "/apply-template") return { status: 404, body: "no such route" };
      const last = body.messages.at(-1);
      return {
        body: completion(
          goesOn ? last.content.endsWith("echo fox") ? "trot golf" : "x = 1\n" : "Sure! canvas",
        ),
      };
    });
    const args = [
      "--run",
      dir,
      "--items",
      "2",
      "--samples",
      "2",
      "--endpoint",
      server.endpoint,
      "--retries",
      "0",
    ];
    const refused = await collect(...args);
    strictEqual(refused.code, 1);
    match(refused.err, /The server cannot go on with a prefix \(template: .*404.*it wrote "Sure! canvas"/);
    strictEqual((await readRun(dir)).has("continuations"), false);
    goesOn = true;
    const done = await collect(...args);
    strictEqual(done.code, 0, done.err);
    strictEqual((await readRun(dir)).table("continuations", "sim-b").height, 16);
  }));

Deno.test("collect --task causal tells a misuse: no run, no such model, no such way", () =>
  withRun(async (dir) => {
    const endpoint = ["--endpoint", "http://127.0.0.1:9"];
    const cases: [string[], RegExp][] = [
      [["--run", `${dir}/none`, ...endpoint], /there is no run in/],
      [["--run", dir, "--model", "other", ...endpoint], /does not have that model/],
      [["--run", dir, "--continue-by", "magic", ...endpoint], /--continue-by must be one of template, /],
    ];
    for (const [args, message] of cases) {
      const { code, err } = await collect(...args);
      strictEqual(code, 2, err);
      match(err, message);
    }
  }));
