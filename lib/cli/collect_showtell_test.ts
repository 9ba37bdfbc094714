import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { readRun } from "lib/run/mod.ts";

const script = fileURLToPath(new URL("collect.ts", import.meta.url));
const config = fileURLToPath(new URL("../../deno.json", import.meta.url));

async function collect(...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--config", config, script, ...args],
    env: { NO_COLOR: "1" },
  }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

Deno.test("collect --task showtell asks 180 items twice, and a second call asks nothing", async () => {
  const root = Deno.makeTempDirSync(), bodies: string[] = [];
  await using server = Deno.serve({ port: 0, onListen() {} }, async (request) => {
    bodies.push(await request.text());
    return Response.json({ choices: [{ message: { content: "answer: front" }, finish_reason: "stop" }] });
  });
  const common = ["--run", `${root}/mine`, "--model", "tiny", "--task", "showtell"];
  const endpoint = ["--endpoint", `http://localhost:${server.addr.port}/v1`, "--concurrency", "8"];
  try {
    const dry = await collect(...common, "--dry-run");
    strictEqual(dry.code, 0);
    match(dry.out, /showtell, told: 180 answers, 0 there, 180 to ask/);
    strictEqual(bodies.length, 0);
    const first = await collect(...common, ...endpoint);
    deepStrictEqual([first.code, bodies.length], [0, 360]);
    strictEqual(bodies.filter((body) => body.includes("pixel art generator")).length, 180);
    strictEqual((await collect(...common, ...endpoint)).code, 0);
    strictEqual(bodies.length, 360);
    const run = await readRun(`${root}/mine`);
    deepStrictEqual([run.table("answers").height, run.has("generations")], [360, false]);
    ok(run.manifest.notes!["collect/tiny"].includes('"text":1024'));
    const wrong = await collect(...common, "--medium", "picture", ...endpoint);
    strictEqual(wrong.code, 2);
    match(wrong.err, /--medium must be one of canvas, svg/);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
