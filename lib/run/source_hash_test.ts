import { match, notStrictEqual, strictEqual } from "node:assert/strict";
import { cacheFolder } from "./cache_folder.ts";
import { sourceHash } from "./source_hash.ts";

Deno.test("sourceHash is the same for the same folders in any order, and another for others", async () => {
  const both = await sourceHash(["random", "svg"]);
  match(both, /^[0-9a-f]{64}$/);
  strictEqual(await sourceHash(["svg", "random"]), both);
  notStrictEqual(await sourceHash(["random"]), both);
  notStrictEqual(await sourceHash([]), both);
});

Deno.test("sourceHash takes in what a folder imports, so that naming it too changes nothing", async () => {
  const program = await sourceHash(["program"]);
  strictEqual(await sourceHash(["program", "canvas"]), program);
  notStrictEqual(await sourceHash(["canvas"]), program);
  const probes = await sourceHash(["probes"]);
  strictEqual(await sourceHash(["probes", "wasm", "attempts", "stats"]), probes);
});

Deno.test("cacheFolder is where AMBENCH_CACHE says", () => {
  const before = Deno.env.get("AMBENCH_CACHE"), dir = Deno.makeTempDirSync();
  try {
    Deno.env.set("AMBENCH_CACHE", dir);
    strictEqual(cacheFolder("kind"), `${dir}/kind/`);
    strictEqual(Deno.statSync(`${dir}/kind`).isDirectory, true);
  } finally {
    if (before === undefined) Deno.env.delete("AMBENCH_CACHE");
    else Deno.env.set("AMBENCH_CACHE", before);
    Deno.removeSync(dir, { recursive: true });
  }
});
