/** `deno task bench`: runs the benchmarks, each in a process of its own, one after another. */
import { relative, resolve } from "node:path";

const HELP = `deno task bench [NAME...]

Runs every lib/**/*_bench.ts, or those whose path contains a NAME, each in its own process and one after another, and
prints their tables: ours, the peer, and the ratio of the two in one run.

Exit status: 0 if all ran, 1 if one failed, 2 if misused.`;

/** Paths of the benchmarks under a folder, sorted. */
function findBenches(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return findBenches(path);
    return name.endsWith("_bench.ts") ? [path] : [];
  }).sort();
}

async function bench(args: readonly string[]): Promise<0 | 1 | 2> {
  if (args.includes("--help")) {
    console.log(HELP);
    return 0;
  }
  const root = resolve(import.meta.dirname!, "..", "..");
  const benches = findBenches(`${root}/lib`).map((path) => relative(root, path));
  const unknown = args.find((name) => !benches.some((path) => path.includes(name)));
  if (unknown !== undefined) {
    console.error(`There is no benchmark ${unknown}; there are:\n${benches.join("\n")}\n\n${HELP}`);
    return 2;
  }
  const failed: string[] = [];
  for (
    const path of benches.filter((path) => args.length === 0 || args.some((name) => path.includes(name)))
  ) {
    console.log(`== ${path}`);
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", path],
      cwd: root,
      stdout: "inherit",
      stderr: "inherit",
    }).output();
    if (!success) failed.push(path);
  }
  if (failed.length > 0) console.error(`failed: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await bench(Deno.args));
