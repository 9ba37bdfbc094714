import { fileURLToPath } from "node:url";
import { fileNameOf, type Task } from "lib/run/mod.ts";
import { AppendLog } from "./append_log.ts";

/**
 * Starts `deno task collect` in a process of its own and kills it, as a machine that fails would, once so many
 * replies are on disk. It asks one thing at a time, so that which replies they are does not hang on chance.
 *
 * @returns How many replies the log had then.
 * @throws {Error} If the command ends by itself before: with what it says.
 */
export async function killedCollection(
  dir: string,
  { model, endpoint, tasks, samples, seed, after }: {
    model: string;
    endpoint: string;
    tasks: readonly Task[];
    samples: number;
    seed: number;
    after: number;
  },
): Promise<number> {
  const command = fileURLToPath(new URL("../cli/collect.ts", import.meta.url));
  const given = {
    run: dir,
    model,
    endpoint,
    task: tasks.join(","),
    samples,
    seed,
    concurrency: 1,
    backoff: 0.001,
  };
  const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--quiet", command, ...options],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let ended = false;
  const output = child.output().then((result) => {
    ended = true;
    return result;
  });
  const log = `${dir}/generations/${fileNameOf(model)}.log.jsonl`;
  while (!ended && AppendLog.read(log).length < after) await new Promise((done) => setTimeout(done, 20));
  if (ended) throw new Error(`Cannot kill it, it ended: ${new TextDecoder().decode((await output).stderr)}`);
  child.kill("SIGKILL");
  await output;
  return AppendLog.read(log).length;
}
