import { cacheFolder, sha256, sourceHash } from "lib/run/mod.ts";

/**
 * The path of the cached result for these texts: named by the hash of what it was derived from, the executor's own
 * source included, so that a changed reply or a changed line of code never meets an old result.
 *
 * @param kind What is derived from them; a folder name.
 * @param texts The inputs, in order.
 */
export async function cachePath(kind: string, texts: readonly string[]): Promise<string> {
  executor ??= sourceHash(["program", "svg"]);
  const hash = await sha256(new TextEncoder().encode(JSON.stringify([await executor, texts])));
  return `${cacheFolder(kind)}${hash}.parquet`;
}

/** The hash of all source that decides what a program draws. */
let executor: Promise<string> | undefined;
