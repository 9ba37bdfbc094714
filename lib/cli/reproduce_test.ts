import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { processLives, writeNotebook } from "lib/notebook/mod.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** A project in a folder of its own, with the cells of its notebooks, that reproduces as the real one does. */
class Project implements AsyncDisposable {
  private constructor(readonly root: string) {}

  static async make(notebooks: Record<string, string[]>): Promise<Project> {
    const root = await Deno.realPath(await Deno.makeTempDir());
    for (const folder of ["notebooks", "tables", "figures"]) await Deno.mkdir(join(root, folder));
    const { imports } = JSON.parse(await Deno.readTextFile(join(repository, "deno.json")));
    const config = {
      nodeModulesDir: "none",
      lock: false,
      imports: { ...imports, "lib/": `file://${repository}lib/` },
    };
    await Deno.writeTextFile(join(root, "deno.json"), JSON.stringify(config));
    await Deno.writeTextFile(
      join(root, "reproduce.ts"),
      `import { reproduce } from "lib/cli/reproduce.ts";
       Deno.exit(await reproduce(Deno.args, { root: ${JSON.stringify(root)}, from: Deno.cwd() }));`,
    );
    const project = new Project(root);
    for (const [name, cells] of Object.entries(notebooks)) await project.write(name, cells);
    return project;
  }

  async write(name: string, sources: string[]): Promise<void> {
    const cells = sources.map((source, i) => (
      {
        cell_type: "code" as const,
        id: `c${i + 1}`,
        metadata: {},
        source,
        outputs: [],
        execution_count: null,
      }
    ));
    const text = writeNotebook({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
    await Deno.writeTextFile(join(this.root, "notebooks", `${name}.ipynb`), text);
  }

  start(...args: string[]): Deno.ChildProcess {
    return new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--quiet", "reproduce.ts", ...args],
      cwd: this.root,
      env: { AMBENCH_RUN: "", NO_COLOR: "1" },
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  async run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    const { code, stdout, stderr } = await this.start(...args).output();
    return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
  }

  /** Every file of the project but its scaffold, by path. */
  async files(folder = ""): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for await (const { name, isDirectory } of Deno.readDir(join(this.root, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isDirectory) Object.assign(found, await this.files(path));
      else if (folder !== "") found[path] = await Deno.readTextFile(join(this.root, path));
    }
    return Object.fromEntries(Object.entries(found).sort());
  }

  /** The content of a file that a notebook writes, once it is there. */
  async appears(path: string): Promise<string> {
    for (let tries = 0; tries < 500; tries++) {
      const text = await Deno.readTextFile(join(this.root, path)).catch(() => "");
      if (text !== "") return text;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`${path} has not appeared`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.root, { recursive: true });
  }
}

const saveTable = (name: string, value: string | number) => [
  'import { Table } from "lib/tables/mod.ts";\nimport { show } from "lib/notebook/mod.ts";',
  `const value = ${value};`,
  `const columns = [{ key: "a", label: "A" }];
const table = new Table({ columns, rows: [{ a: value }], caption: "C.", simulated: true });
await table.save("${name}");
await show(table);`,
];

Deno.test("reproduce runs notebooks in place, writes what they save, and a second time changes no byte", async () => {
  await using project = await Project.make({
    "01-a": saveTable("table1", 1),
    "02-b": saveTable("table2", 2),
  });
  const once = await project.run();
  deepStrictEqual([once.code, once.err], [0, "running 2 notebooks, 2 at a time ...\n"]);
  match(once.out, /^(?=[^]*01-a: 3 code cells run, changed\n)(?=[^]*02-b: 3 code cells run, changed\n)/);
  match(once.out, /tables and figures: 6 new, 0 changed, 0 unchanged\n {2}new: tables\/table1.csv\n/);
  const files = await project.files();
  match(files["notebooks/01-a.ipynb"], /SIMULATED/);
  ok(!JSON.stringify(files).includes(project.root));

  const twice = await project.run("--jobs", "1");
  strictEqual(twice.code, 0);
  strictEqual(
    twice.out,
    "01-a: 3 code cells run, unchanged\n02-b: 3 code cells run, unchanged\n" +
      "tables and figures: 0 new, 0 changed, 6 unchanged\n",
  );
  deepStrictEqual(await project.files(), files);
});

Deno.test("reproduce --check changes nothing and fails where anything would change", async () => {
  await using project = await Project.make({ "01-a": saveTable("table1", 1) });
  const before = await project.files();
  const fresh = await project.run("--check");
  strictEqual(fresh.code, 1);
  match(
    fresh.out,
    /would be changed: notebooks\/01-a.ipynb, from cell 1 \(c1\) on\n {2}would be new: tables\/table1.csv\n/,
  );
  deepStrictEqual(await project.files(), before);

  strictEqual((await project.run()).code, 0);
  strictEqual((await project.run("--check")).code, 0);
  await Deno.writeTextFile(join(project.root, "tables/table1.md"), "edited");
  const edited = await project.run("--check");
  strictEqual(edited.code, 1);
  match(edited.out, /01-a: 3 code cells run, unchanged\n[^]*\n {2}would be changed: tables\/table1.md\n$/);
  strictEqual(await Deno.readTextFile(join(project.root, "tables/table1.md")), "edited");
});

Deno.test("reproduce --run writes folders of the run's name and leaves the rest alone", async () => {
  await using project = await Project.make({
    "01-a": saveTable("table1", 'Deno.env.get("AMBENCH_RUN")!.split("/").at(-1)!'),
  });
  await Deno.mkdir(join(project.root, "data/pilot"), { recursive: true });
  await Deno.writeTextFile(join(project.root, "data/pilot/run.json"), "{}");
  const before = await project.files();
  const { code, err } = await project.run("--run", "data/pilot/");
  deepStrictEqual([code, err], [0, "running 1 notebook ...\n"]);
  const files = await project.files();
  deepStrictEqual(Object.keys(files).filter((path) => !(path in before)), [
    "notebooks/pilot/01-a.ipynb",
    "tables/pilot/table1.csv",
    "tables/pilot/table1.md",
    "tables/pilot/table1.tex",
  ]);
  match(files["tables/pilot/table1.csv"], /^a,origin\r?\npilot,SIMULATED/);
  deepStrictEqual(Object.fromEntries(Object.entries(files).filter(([path]) => path in before)), before);
  strictEqual((await project.run("--run", "data/pilot", "--check")).code, 0);
});

Deno.test("reproduce takes a notebook by number, name or path, each once", async () => {
  await using project = await Project.make({ "01-a": ["1"], "02-b": ["2"], "02-c": ["3"] });
  match(
    (await project.run("01", "01-a", "notebooks/01-a.ipynb", "02-b.ipynb", "--jobs", "1")).out,
    /^01-a: [^\n]*\n02-b: [^\n]*\ntables/,
  );
  const ambiguous = await project.run("02");
  deepStrictEqual([ambiguous.code, ambiguous.out], [2, ""]);
  match(ambiguous.err, /^02 is more than one notebook: 02-b.ipynb, 02-c.ipynb\n/);
});

Deno.test("reproduce misused says what is wrong in a line, and where its help is", async () => {
  await using project = await Project.make({ "01-a": ["1"] });
  for (
    const [args, message] of [
      [["03"], /^There is no notebook 03\n/],
      [["deno.json"], /^There is no notebook deno.json\n/],
      [["--bogus"], /^Unknown option '--bogus'/],
      [["--jobs", "0"], /^--jobs must be a positive number, got 0\n/],
      [["--jobs", "1.5"], /^--jobs must be/],
      [["--limit", "soon"], /^--limit must be a positive number, got soon\n/],
      [["--run", "data/nowhere"], /^There is no run in data\/nowhere: it holds no run.json\n/],
    ] as const
  ) {
    const { code, out, err } = await project.run(...args);
    deepStrictEqual([code, out], [2, ""]);
    match(err, message);
    match(err, /^.*\nTry: deno task reproduce --help\n$/);
  }
  const help = await project.run("--help");
  deepStrictEqual([help.code, help.err], [0, ""]);
  match(help.out, /^deno task reproduce \[NOTEBOOK\.\.\.\]/);
});

Deno.test("reproduce tells notebook, cell and message of whatever fails, runs the others, and exits with 1", async () => {
  await using project = await Project.make({
    "01-good": saveTable("table1", 1),
    "02-throws": [...saveTable("table2", 2), "throw new TypeError('bad')"],
    "03-parses-not": ["1", "const = 1"],
    "04-loops": ["while (true) {}"],
    "05-dies": ["Deno.exit(4)"],
    "06-differs": saveTable("table1", 9),
  });
  await Deno.writeTextFile(join(project.root, "notebooks/07-no-notebook.ipynb"), '{"cells": 1}');
  const before = await project.files();
  const { code, out, err } = await project.run("--limit", "5", "--jobs", "1");
  strictEqual(code, 1);
  match(out, /^01-good: 3 code cells run, changed\ntables and figures: 3 new, 0 changed, 0 unchanged\n/);
  const lines = err.split("\n").filter((line) => !line.startsWith("    "));
  deepStrictEqual(lines.map((line) => line.replace(/SyntaxError: .* at/, "SyntaxError: ... at")), [
    "running 7 notebooks ...",
    "02-throws, cell 4 (c4): TypeError: bad",
    "03-parses-not, cell 2 (c2): SyntaxError: ... at line 1, column 7",
    "04-loops, cell 1 (c1): the cell took longer than 5 s",
    "05-dies, cell 1 (c1): the kernel ended with exit status 4",
    "06-differs: it saves tables/table1.csv, as 01-good does with other bytes",
    "07-no-notebook: Cannot read 07-no-notebook.ipynb: nbformat must be 4, got nothing",
    "",
  ]);
  const after = await project.files();
  for (const name of Object.keys(before)) {
    if (name !== "notebooks/01-good.ipynb") strictEqual(after[name], before[name], `${name} has changed`);
  }
  strictEqual("tables/table2.csv" in after, false);
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test(`reproduce on ${signal} tells where each notebook was, exits with 1 and leaves no kernel`, async () => {
    const wait = (name: string) => [
      `Deno.writeTextFileSync("../${name}.pid", String(Deno.pid));`,
      "await new Promise(() => {})",
    ];
    await using project = await Project.make({ "01-a": wait("a"), "02-b": wait("b"), "03-c": wait("c") });
    const child = project.start("--jobs", "2");
    const output = child.output();
    const pids = [await project.appears("a.pid"), await project.appears("b.pid")];
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill(signal);
    const { code, stderr } = await output;
    strictEqual(code, 1);
    const lines = new TextDecoder().decode(stderr).trim().split("\n").sort();
    deepStrictEqual(lines, [
      "01-a, cell 2 (c2): the run was interrupted",
      "02-b, cell 2 (c2): the run was interrupted",
      "running 3 notebooks, 2 at a time ...",
    ]);
    for (const pid of pids) {
      notStrictEqual(await processLives(Number(pid)), true);
    }
  });
}

Deno.test("reproduce names files among a run's own tables that no notebook wrote, and of no other run's", async () => {
  await using project = await Project.make({
    "01-a": saveTable("table1", 1),
    "02-b": saveTable("table2", 1),
  });
  for (const path of ["data/other", "tables/other"]) {
    await Deno.mkdir(join(project.root, path), { recursive: true });
  }
  await Deno.writeTextFile(join(project.root, "data/other/run.json"), "{}");
  for (const path of ["tables/mine.csv", "tables/other/old.csv"]) {
    await Deno.writeTextFile(join(project.root, path), "x");
  }
  const unwritten = (out: string) => out.split("\n").filter((line) => line.includes("not written"));
  const own = await project.run();
  strictEqual(own.code, 0);
  deepStrictEqual(unwritten(own.out), ["  not written by a notebook: tables/mine.csv"]);
  const other = await project.run("--run", "data/other");
  strictEqual(other.code, 0);
  deepStrictEqual(unwritten(other.out), ["  not written by a notebook: tables/other/old.csv"]);
  const fresh = await project.run("--run", "data/other", "--check");
  strictEqual(fresh.code, 0);
  const some = await project.run("01");
  deepStrictEqual(unwritten(some.out), []);
});

Deno.test("reproduce without any notebook fails", async () => {
  await using project = await Project.make({});
  const { code, err } = await project.run();
  deepStrictEqual([code, err], [1, "There is no notebook in notebooks/\n"]);
});

Deno.test("reproduce leaves out a notebook that is optional unless it is asked for, and says so", async () => {
  await using project = await Project.make({ "01-always": ["1 + 1"], "02-heavy": ["2 + 2"] });
  const path = join(project.root, "notebooks", "02-heavy.ipynb");
  const notebook = JSON.parse(await Deno.readTextFile(path));
  notebook.metadata.optional = "needs 260 MB";
  await Deno.writeTextFile(path, JSON.stringify(notebook));
  const all = await project.run();
  strictEqual(all.code, 0, all.err);
  match(all.out, /^01-always: 1 code cells run/m);
  match(all.out, /^02-heavy: left out \(needs 260 MB\); deno task reproduce 02-heavy runs it$/m);
  const asked = await project.run("02");
  strictEqual(asked.code, 0, asked.err);
  match(asked.out, /^02-heavy: 1 code cells run/m);
  strictEqual(JSON.parse(await Deno.readTextFile(path)).metadata.optional, "needs 260 MB");
});
