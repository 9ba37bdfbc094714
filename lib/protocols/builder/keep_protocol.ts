import type { BuiltProtocol } from "./check_configuration.ts";
import type { BuildRound } from "./build_protocol.ts";

/**
 * Keeps a frozen protocol in a run as `protocols/<sha256>.json`, with the replies that it was built from, so that the
 * build can be repeated without a model.
 *
 * @returns The file's path within the run.
 */
export function keepProtocol(
  dir: string,
  { built, sha256, rounds }: { built: BuiltProtocol; sha256: string; rounds: readonly BuildRound[] },
): string {
  const file = `protocols/${sha256}.json`;
  Deno.mkdirSync(`${dir}/protocols`, { recursive: true });
  const replies = rounds.flatMap(({ reply }) => reply ?? []);
  Deno.writeTextFileSync(`${dir}/${file}`, JSON.stringify({ ...built, replies }, null, 1) + "\n");
  return file;
}
