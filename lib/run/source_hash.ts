import { sha256 } from "./create_run.ts";

const ROOT = new URL("../../", import.meta.url);

/**
 * One hash over the locked dependencies and all source in some folders of lib and in those that they import, tests,
 * benches and test data apart: what is kept under it is never met by code that would find something else.
 *
 * @param folders By name, such as `canvas`; their order does not count.
 * @returns sha256 in hex.
 */
export async function sourceHash(folders: readonly string[]): Promise<string> {
  const texts = new Map([["deno.lock", Deno.readTextFileSync(new URL("deno.lock", ROOT))]]);
  const wanted = new Set(folders); // grows while it is walked
  for (const folder of wanted) {
    for (const path of sources(`lib/${folder}`)) {
      const text = Deno.readTextFileSync(new URL(path, ROOT));
      texts.set(path, text);
      for (const [, imported] of text.matchAll(/"lib\/(\w+)\//g)) wanted.add(imported);
    }
  }
  const ordered = [...texts].sort(([a], [b]) => a < b ? -1 : 1);
  return await sha256(new TextEncoder().encode(JSON.stringify(ordered)));
}

function* sources(path: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(path, ROOT))) {
    if (isDirectory) {
      if (name !== "testdata") yield* sources(`${path}/${name}`);
    } else if (/(?<!_test|_bench)\.(ts|js)$/.test(name)) yield `${path}/${name}`;
  }
}
