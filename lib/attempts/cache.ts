/**
 * Where derived results wait for the next notebook: files named by the hash of what they were derived from, the
 * executor's own source included, so that a changed reply or a changed line of code never meets an old result. The
 * folder can be deleted whenever nothing is at work. It is `.cache` beside the code, or the one that the environment
 * variable AMBENCH_CACHE names: where the code's folder cannot be written to, or a disk is nearer.
 */
const ROOT = new URL("../../", import.meta.url);

/**
 * The path of the cached result for these texts.
 *
 * @param kind What is derived from them; a folder name.
 * @param texts The inputs, in order.
 */
export async function cachePath(kind: string, texts: readonly string[]): Promise<string> {
  const folder = `${Deno.env.get("AMBENCH_CACHE") || new URL(".cache", ROOT).pathname}/${kind}/`;
  Deno.mkdirSync(folder, { recursive: true });
  const hash = await sha256(JSON.stringify([await executorHash(), texts]));
  return `${folder}${hash}.parquet`;
}

let executor: Promise<string> | undefined;

/** The hash of all source that decides what a program draws, and of the locked dependencies. */
function executorHash(): Promise<string> {
  return executor ??= (async () => {
    const files: string[] = ["deno.lock"];
    for (const folder of ["lib/canvas", "lib/program", "lib/svg"]) collect(folder, files);
    const texts = files.sort().map((file) => [file, Deno.readTextFileSync(new URL(file, ROOT))]);
    return await sha256(JSON.stringify(texts));
  })();
}

function collect(folder: string, files: string[]): void {
  for (const entry of Deno.readDirSync(new URL(folder, ROOT))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) {
      if (entry.name !== "testdata") collect(path, files);
    } else if (/(?<!_test|_bench)\.(ts|js)$/.test(entry.name)) files.push(path);
  }
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
