import { deepStrictEqual, match, strictEqual } from "node:assert/strict";

const root = new URL("../../", import.meta.url).pathname;

async function command(cwd: string, ...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--config", `${root}deno.json`, `${root}lib/cli/import.ts`, ...args],
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

/** The mapping that the help shows, and the columns that it asks for. */
async function helpMapping(): Promise<string> {
  const { code, out } = await command(root, "--help");
  strictEqual(code, 0);
  return out.slice(out.indexOf('{"columns"'), out.indexOf("\n\nColumns of generations"));
}

Deno.test("task import takes the mapping that its help shows, and says line, column and value of what is unusable", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/map.json`, await helpMapping());
    const line = (llm: string, id: string, temp: unknown, content: string | null, err = "none") =>
      JSON.stringify({ llm, prompt_id: id, temp, choices: [{ message: { content } }], err }) + "\n";
    const good = line("gpt2-xl", "prompt_1A_01", 0, "canvas.fill('red')") +
      line("Qwen/Qwen2.5-7B", "prompt_1A_02", 0.7, null, "time-out");
    await Deno.writeTextFile(`${folder}/replies.jsonl`, good + line("gpt-5", "prompt_1A_01", "hot", ""));
    const args = ["generations", "run", "replies.jsonl", "--mapping", "map.json"];
    const bad = await command(folder, ...args);
    deepStrictEqual([bad.code, bad.out], [1, "gpt2-xl: 1 row\nqwen2.5-7b: 1 row\n"]);
    deepStrictEqual(bad.err.trimEnd().split("\n"), [
      'replies.jsonl, line 3, model (llm): is not in the map: "gpt-5"',
      'replies.jsonl, line 3, temperature (temp): must be a number, got "hot"',
      "unusable: 1 row",
      "nothing was imported: 2 faults",
    ]);
    await Deno.writeTextFile(`${folder}/replies.jsonl`, good);
    const dry = await command(folder, ...args, "--dry-run");
    deepStrictEqual([dry.code, dry.err], [0, ""]);
    match(dry.out, /a dry run; all of it can be/);
    const done = await command(folder, ...args);
    deepStrictEqual([done.code, done.err], [0, ""]);
    match(done.out, /imported into run: 2 rows/);
    const merged = await command(folder, "runs", "all", "run");
    strictEqual(merged.out, "into all: generations/gpt2-xl.parquet, generations/qwen2.5-7b.parquet\n");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("task import ends with 2 where it is misused, with 1 where a file is not there or the mapping is wrong", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/map.json`, '{"columns": {}}');
    const status = async (...args: string[]) => (await command(folder, ...args)).code;
    deepStrictEqual(
      await Promise.all([
        status(),
        status("replies", "run", "x"),
        status("generations", "run"),
        status("generations", "run", "x.csv"),
        status("generations", "run", "x.csv", "x.csv", "--mapping", "map.json"),
        status("generations", "run", "x.csv", "--mapping", "map.json"),
        status("generations", "run", "x.csv", "--mapping", "none.json"),
      ]),
      [2, 2, 2, 2, 2, 1, 1],
    );
    const { err } = await command(folder, "generations", "run", "x.csv", "--mapping", "none.json");
    match(err, /^--mapping must be a readable file, got none\.json \(/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
