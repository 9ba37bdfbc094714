import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeNotebook } from "lib/notebook/mod.ts";
import { closeRenderers } from "lib/program/mod.ts";
import { Easel } from "lib/protocols/mod.ts";
import { ROSTER, simulate } from "lib/simulate/mod.ts";
import { Table } from "lib/tables/mod.ts";
import { reproduce } from "./reproduce.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = Deno.readTextFileSync(join(root, "README.md"));

/** The commands of the README, each line of its sh blocks that starts one, without its comment. */
const commands = [...readme.matchAll(/```sh\n([^]*?)```/g)]
  .flatMap(([, block]) => block.replaceAll("\\\n", " ").split("\n"))
  .map((line) => line.replace(/\s+#.*$/, "").trim()).filter((line) => line !== "");

/** The command after `deno task`, null where a line runs none. */
function taskOf(line: string): string[] | null {
  const found = /npx -y deno@2\.9\.6 task (.*)$/.exec(line);
  return found ? found[1].split(/\s+/) : null;
}

/** The JSON block of the README that holds a text: the files that its commands read are shown in it. */
function shown(text: string): string {
  const found = [...readme.matchAll(/```json\n([^]*?)```/g)].find(([, block]) => block.includes(text));
  ok(found, `no block of the README has ${text}`);
  return found[1];
}

/** Where runs are put together, since nothing is put into the simulated run that the other commands have. */
const APART = "apart";

/** Puts what the README's commands take from the folder: files it shows, and inputs that the reader is to have. */
async function putInputs(dir: string): Promise<void> {
  Deno.writeTextFileSync(join(dir, "map.json"), shown('"prompt_id"'));
  const row = {
    llm: "Qwen/Qwen2.5-7B",
    prompt_id: "prompt_1A-01",
    temp: 0,
    choices: [{ message: { content: "" } }],
  };
  Deno.writeTextFileSync(join(dir, "replies.jsonl"), JSON.stringify(row) + "\n");
  Deno.mkdirSync(join(dir, APART, "data"), { recursive: true });
  for (const run of ["from-one", "from-two"]) {
    const task = `npx -y deno@2.9.6 task import generations ${APART}/${run} replies.jsonl --mapping map.json`;
    strictEqual((await shell(task, dir)).code, 0);
  }
  Deno.writeTextFileSync(join(dir, "corner.json"), shown('"corner"'));
  Deno.writeFileSync(join(dir, "answer.png"), new Easel(200, 150).square([0.2, 0.8], 0.1, "#6a1b9a").png());
}

/** A folder in which a small run lies as data/mine, with a table of it. */
async function withFolder(use: (dir: string) => Promise<void>): Promise<void> {
  const dir = Deno.realPathSync(Deno.makeTempDirSync());
  const before = Deno.env.get("AMBENCH_OUTPUT");
  try {
    Deno.mkdirSync(join(dir, "data"));
    await simulate({
      dir: join(dir, "data", "mine"),
      name: "mine",
      models: ROSTER.slice(0, 2),
      layoutSamples: 2,
      translationSamples: 1,
    });
    Deno.env.set("AMBENCH_OUTPUT", dir);
    const columns = [{ key: "a", label: "A" }];
    await new Table({ columns, rows: [{ a: "1" }], caption: "A table.", simulated: true }).save("table01", {
      run: "mine",
    });
    await putInputs(dir);
    await use(dir);
  } finally {
    if (before === undefined) Deno.env.delete("AMBENCH_OUTPUT");
    else Deno.env.set("AMBENCH_OUTPUT", before);
    await closeRenderers();
    Deno.removeSync(dir, { recursive: true });
  }
}

/** Runs a line as a shell would, in a folder, its tasks by this very Deno. */
async function shell(line: string, dir: string): Promise<{ code: number; out: string; err: string }> {
  const { tasks } = JSON.parse(Deno.readTextFileSync(join(root, "deno.json")));
  const runs = line.replace(/npx -y deno@2\.9\.6 task (\S+)/g, (_, name: string) => {
    ok(name in tasks, `there is no task ${name}`);
    const file = tasks[name].split(" ").at(-1);
    return `"$DENO" run -A --quiet --config "${root}deno.json" "${root}${file}"`;
  });
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", runs],
    cwd: dir,
    env: {
      DENO: Deno.execPath(),
      AMBENCH_RUN: join(dir, "data", "mine"),
      AMBENCH_OUTPUT: dir,
      NO_COLOR: "1",
    },
    stdout: "piped",
    stderr: "piped",
  }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

/** A project with tiny notebooks that have the names of the real ones, and the README's run. */
async function reproduceIn(dir: string, args: string[]): Promise<number> {
  for (const folder of ["notebooks", "tables", "figures"]) {
    Deno.mkdirSync(join(dir, folder), { recursive: true });
  }
  for (const name of ["00-start", "02-translation"]) {
    const cell = {
      cell_type: "code" as const,
      id: "a",
      metadata: {},
      source: "1 + 1",
      outputs: [],
      execution_count: null,
    };
    const path = join(dir, "notebooks", `${name}.ipynb`);
    if (!exists(path)) {
      Deno.writeTextFileSync(
        path,
        writeNotebook({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }),
      );
    }
  }
  const log = console.log;
  console.log = () => {};
  try {
    return await reproduce(args, { root: dir, from: dir });
  } finally {
    console.log = log;
  }
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

Deno.test("the README shows commands, and no placeholder is left in them", () => {
  ok(commands.length >= 10);
  deepStrictEqual(commands.filter((line) => /<[a-z]/i.test(line)), []);
});

Deno.test("every command of the README runs as it stands and exits with 0", () =>
  withFolder(async (dir) => {
    for (const line of commands) {
      const task = taskOf(line);
      if (task?.[0] === "test") continue; // this is it
      if (task?.[0] === "reproduce") {
        strictEqual(await reproduceIn(dir, task.slice(1)), 0, line);
        continue;
      }
      const { code, out, err } = await shell(line, line.includes("import runs") ? join(dir, APART) : dir);
      strictEqual(code, 0, `${line}\n${out}\n${err}`);
    }
    ok(exists(join(dir, "gallery-mine.html")) && exists(join(dir, "report-mine", "latex", "main.tex")));
  }));

Deno.test("every task of deno.json is in the README's table, and has a help text that names it", async () => {
  const { tasks } = JSON.parse(Deno.readTextFileSync(join(root, "deno.json")));
  for (const name of Object.keys(tasks)) {
    match(readme, new RegExp(`\`${name}[ \`\\[]`), `task ${name} is not in the README`);
    if (name === "test") continue;
    const { code, out } = await shell(`npx -y deno@2.9.6 task ${name} --help`, root);
    strictEqual(code, 0, name);
    ok(out.includes(`deno task ${name}`), `the help of ${name} does not name it`);
  }
});

Deno.test("every notebook is in the README's table, and nothing else is", () => {
  const present = [...Deno.readDirSync(join(root, "notebooks"))].map(({ name }) => name)
    .filter((name) => name.endsWith(".ipynb")).map((name) => name.slice(0, -6)).sort();
  const named = [...readme.matchAll(/^\| `(\d\d-[\w-]+)`/gm)].map(([, name]) => name).sort();
  deepStrictEqual(named, present);
});

Deno.test("the TypeScript that the README shows checks", async () => {
  for (const [, code] of readme.matchAll(/```ts\n([^]*?)```/g)) {
    const file = Deno.makeTempFileSync({ suffix: ".ts" });
    try {
      Deno.writeTextFileSync(file, code);
      const { code: status, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["check", "--quiet", "--config", join(root, "deno.json"), file],
        env: { NO_COLOR: "1" },
        stdout: "null",
        stderr: "piped",
      }).output();
      strictEqual(status, 0, new TextDecoder().decode(stderr));
    } finally {
      Deno.removeSync(file);
    }
  }
});
