/**
 * Headless execution of notebooks: this project's runner beside `jupyter nbconvert --execute` over the same Deno
 * kernel, both as commands, from start to written file. Beside the time stands how many cells of a run had not exactly
 * the output they should have.
 */
import { fileURLToPath } from "node:url";
import type { CodeCell } from "./notebook.ts";
import { readNotebook } from "./read_notebook.ts";
import { writeNotebook } from "./write_notebook.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const runs = 3;

interface Workload {
  name: string;
  /** Sources of the cells, and what the first output of each must contain; null where there must be none. */
  cells: { source: string; shows: string | null }[];
}

const typical = (i: number) => ({
  source: `await show([{ cell: ${i}, value: ${i / 7} }], "Cell **${i}**.");`,
  shows: `${i}`,
});
const workloads: Workload[] = [
  {
    name: "30 cells, each shows a table and prose",
    cells: [
      { source: 'import { show } from "lib/notebook/mod.ts";', shows: null },
      ...Array.from({ length: 30 }, (_, i) => typical(i)),
    ],
  },
  {
    name: "300 cells, each shows a number",
    cells: Array.from({ length: 300 }, (_, i) => ({ source: `${i} + 1000`, shows: `${i + 1000}` })),
  },
];

function notebookText({ cells }: Workload): string {
  return writeNotebook({
    cells: cells.map(({ source }, i): CodeCell => (
      { cell_type: "code", id: `c${i}`, metadata: {}, source, outputs: [], execution_count: null }
    )),
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });
}

function wrongCells({ cells }: Workload, text: string): number {
  // nbconvert notes in a cell's metadata when it ran; that is no fault here
  const { cells: ran } = readNotebook(text);
  return cells.filter(({ shows }, i) => {
    const [first] = (ran[i] as CodeCell).outputs;
    return shows === null
      ? first !== undefined
      : first === undefined || !JSON.stringify(first).includes(shows);
  }).length;
}

async function time(command: string, args: string[], env: Record<string, string>): Promise<number> {
  const start = performance.now();
  const { success, stderr } = await new Deno.Command(command, {
    args,
    cwd: root,
    env,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`${command} failed: ${new TextDecoder().decode(stderr).slice(-2000)}`);
  return (performance.now() - start) / 1000;
}

async function hasNbconvert(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("jupyter", {
      args: ["nbconvert", "--version"],
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } catch {
    return false;
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

const nbconvert = await hasNbconvert();
if (!nbconvert) {
  console.log(
    "SKIPPED: `jupyter nbconvert` is not installed, so there is no peer: only our own times follow.",
  );
}
await Deno.mkdir(`${root}.cache`, { recursive: true });
const folder = await Deno.makeTempDir({ dir: `${root}.cache`, prefix: "bench-" }); // deno.json is found from here
try {
  const kernels = `${folder}/jupyter/kernels/deno`;
  await Deno.mkdir(kernels, { recursive: true });
  const argv = [Deno.execPath(), "jupyter", "--kernel", "--conn", "{connection_file}"];
  await Deno.writeTextFile(
    `${kernels}/kernel.json`,
    JSON.stringify({ argv, display_name: "Deno", language: "typescript" }),
  );
  const env = { NO_COLOR: "1", JUPYTER_PATH: `${folder}/jupyter` };
  const file = `${folder}/bench.ipynb`;
  const ours = fileURLToPath(new URL("testdata/execute_notebook.ts", import.meta.url));
  const runners = {
    ours: () => time(Deno.execPath(), ["run", "--allow-all", "--quiet", ours, file], env),
    nbconvert: () =>
      time("jupyter", [
        "nbconvert",
        "--to=notebook",
        "--execute",
        "--inplace",
        "--ExecutePreprocessor.kernel_name=deno",
        file,
      ], env),
  };

  console.log(["workload".padEnd(40), "runner   ", "median s", "wrong cells in each run"].join("  "));
  for (const workload of workloads) {
    const seconds: Record<string, number> = {};
    for (const name of nbconvert ? ["ours", "nbconvert"] as const : ["ours"] as const) {
      const times: number[] = [], wrong: number[] = [];
      for (let i = 0; i < runs; i++) {
        await Deno.writeTextFile(file, notebookText(workload));
        times.push(await runners[name]());
        wrong.push(wrongCells(workload, await Deno.readTextFile(file)));
      }
      seconds[name] = median(times);
      console.log(
        [workload.name.padEnd(40), name.padEnd(9), seconds[name].toFixed(2).padStart(8), wrong.join(", ")]
          .join("  "),
      );
    }
    if (nbconvert) {
      console.log(
        `${"".padEnd(40)}  nbconvert takes ${
          (seconds.nbconvert / seconds.ours).toFixed(2)
        } times as long as ours`,
      );
    }
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
