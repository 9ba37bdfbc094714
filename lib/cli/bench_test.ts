import { deepStrictEqual, match } from "node:assert/strict";
import { fileURLToPath } from "node:url";

async function bench(...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", fileURLToPath(new URL("bench.ts", import.meta.url)), ...args],
    env: { NO_COLOR: "1" },
  }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

Deno.test("bench --help says how it is used", async () => {
  const { code, out, err } = await bench("--help");
  deepStrictEqual([code, err], [0, ""]);
  match(out, /^deno task bench \[NAME\.\.\.\]/);
});

Deno.test("bench of an unknown name runs nothing and lists the benchmarks there are", async () => {
  for (const name of ["nothing-of-that-name", "--bogus"]) {
    const { code, out, err } = await bench("notebook", name);
    deepStrictEqual([code, out], [2, ""]);
    match(
      err,
      new RegExp(`^There is no benchmark ${name}; there are:\n[^]*lib/notebook/notebook_bench.ts\n`),
    );
  }
});
