import { deepStrictEqual, match, notStrictEqual, strictEqual } from "node:assert/strict";

const cli = new URL("./", import.meta.url);
const small = ["--models", "2", "--layout-samples", "1", "--translation-samples", "1"];

async function run(task: string, args: string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL(task, cli).pathname, ...args],
    env,
    stdout: "piped",
    stderr: "piped",
  }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

Deno.test("simulate gives the same bytes with one thread and with many, other bytes for another seed; validate passes them", async () => {
  const dir = Deno.makeTempDirSync();
  try {
    const one = await run("simulate.ts", ["--out", `${dir}/a/run`, ...small], { POLARS_MAX_THREADS: "1" });
    const many = await run("simulate.ts", ["--out", `${dir}/b/run`, ...small], { POLARS_MAX_THREADS: "7" });
    const other = await run("simulate.ts", ["--out", `${dir}/c/run`, "--seed", "2", ...small]);
    deepStrictEqual([one.code, many.code, other.code], [0, 0, 0], one.err + many.err + other.err);
    const manifest = (name: string) => Deno.readTextFileSync(`${dir}/${name}/run/run.json`);
    strictEqual(manifest("a"), manifest("b"));
    notStrictEqual(manifest("a"), manifest("c"));
    match(one.err, /simulating: 0 %/);

    const sound = await run("validate.ts", [`${dir}/a/run`]);
    deepStrictEqual([sound.code, sound.out.trim().endsWith("sound")], [0, true]);
    const file = [...Deno.readDirSync(`${dir}/b/run/generations`)][0].name;
    Deno.truncateSync(`${dir}/b/run/generations/${file}`, 100);
    const torn = await run("validate.ts", [`${dir}/b/run`]);
    strictEqual(torn.code, 1);
    match(torn.out, /: 1 fault\n$/);
    match(torn.out, new RegExp(`${file}: the file has changed`));
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
});

Deno.test("simulate and validate: misuse is status 2, a run that is there already 1, --help 0", async () => {
  const dir = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(`${dir}/run.json`, "{}");
    deepStrictEqual((await run("simulate.ts", ["--out", dir, ...small])).code, 1);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
  deepStrictEqual((await run("simulate.ts", ["--seed", "many"])).code, 2);
  deepStrictEqual((await run("simulate.ts", ["--what"])).code, 2);
  const help = await run("simulate.ts", ["--help"]);
  strictEqual(help.code, 0);
  match(help.out, /\nExit status: 0 .* 1 .* 2 /);
  deepStrictEqual((await run("validate.ts", [])).code, 2);
  deepStrictEqual((await run("validate.ts", ["--help"])).code, 0);
  const none = await run("validate.ts", ["no-such-folder"]);
  deepStrictEqual([none.code, none.err], [1, "There is no run in no-such-folder: it holds no run.json\n"]);
});
