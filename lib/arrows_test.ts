import { deepStrictEqual, ok } from "node:assert/strict";

/**
 * The folders of lib in the order in which they may build on each other: a file imports from folders further left,
 * never from its own rank in another folder or further right. Tests and benches may import anything.
 */
const ORDER = [
  ["random", "wasm"], // an assembler, which kernels in any folder are written with
  ["canvas", "stats"],
  ["geometry", "svg"],
  ["program", "score", "tasks"],
  ["run"],
  ["models"],
  ["attempts"],
  ["protocols"], // its bridge's items are what models are asked, and simulated ones answer
  ["causal"], // its items are what a collection hands over to be continued, and what a simulated model continues
  ["probes"],
  ["simulate", "collect"], // what is to be expected of simulated activations is found by probing them
  ["coherence"], // embeddings have a foreground, that of the occupancy grids in probes, and targets from simulated drawings
  ["subgroups"],
  ["paper"],
  ["tables"],
  ["figures"],
  ["notebook"],
  ["cli"],
];

const LIB = new URL("./", import.meta.url);

function* sources(folder: string): Generator<string> {
  for (const entry of Deno.readDirSync(new URL(folder, LIB))) {
    const path = folder + entry.name;
    if (entry.isDirectory) {
      if (entry.name !== "testdata") yield* sources(path + "/");
    } else if (/\.ts$/.test(path) && !/_(test|bench)\.ts$/.test(path)) yield path;
  }
}

function* imports(path: string): Generator<string> {
  const code = Deno.readTextFileSync(new URL(path, LIB)).replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
  for (const [, specifier] of code.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
    if (specifier.startsWith("lib/")) yield specifier.slice(4);
    else if (specifier.startsWith("../")) {
      yield new URL(specifier, new URL(path, LIB)).href.slice(LIB.href.length);
    }
  }
}

Deno.test("every folder of lib has its place in the order", () => {
  const folders = [...Deno.readDirSync(LIB)].filter((entry) => entry.isDirectory).map((entry) => entry.name);
  deepStrictEqual(folders.filter((folder) => !ORDER.flat().includes(folder)), []);
});

Deno.test("imports between folders of lib point one way", () => {
  const rank = (path: string) => ORDER.findIndex((folders) => folders.includes(path.split("/")[0]));
  const wrong: string[] = [];
  let seen = 0;
  for (const path of sources("")) {
    if (!path.includes("/")) continue;
    for (const target of imports(path)) {
      if (target.split("/")[0] === path.split("/")[0]) continue;
      seen++;
      if (!(rank(target) < rank(path))) wrong.push(`${path} -> ${target}`);
    }
  }
  ok(seen > 20, "the search for imports finds none");
  deepStrictEqual(wrong, []);
});

Deno.test("between folders of lib only what mod.ts exports is imported", () => {
  const deep: string[] = [];
  for (const path of sources("")) {
    if (!path.includes("/") || path.startsWith("cli/")) continue;
    for (const target of imports(path)) {
      if (target.split("/")[0] !== path.split("/")[0] && !/^\w+\/mod\.ts$/.test(target)) {
        deep.push(`${path} -> ${target}`);
      }
    }
  }
  deepStrictEqual(deep, []);
});

Deno.test("boundary libraries are imported in one file each", () => {
  const users = new Map<string, string[]>();
  for (const path of sources("")) {
    const code = Deno.readTextFileSync(new URL(path, LIB));
    for (
      const library of ["nodejs-polars", "@resvg/resvg-wasm", "quickjs-emscripten-core", "pdfkit"]
    ) {
      if (new RegExp(`from "${library}"|import\\("${library}"\\)`).test(code)) {
        users.set(library, [...users.get(library) ?? [], path]);
      }
    }
  }
  deepStrictEqual([...users].filter(([, files]) => files.length > 1), []);
});
