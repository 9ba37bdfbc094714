import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { createRun } from "lib/run/mod.ts";

async function claims(...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", new URL("./claims.ts", import.meta.url).pathname, ...args],
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

Deno.test("deno task claims --help says what it does and ends with 0", async () => {
  const { code, out } = await claims("--help");
  strictEqual(code, 0);
  match(out, /^deno task claims \[--run DIR\]/);
});

Deno.test("deno task claims ends with 2 where it is misused, and says how", async () => {
  const wrong: [string[], RegExp][] = [
    [["--format", "pdf"], /--format must be one of summary, md, csv, got pdf/],
    [["--verdict", "true"], /--verdict must be one of/],
    [["--needs", "luck"], /--needs must be one of/],
    [["--named", "GLM"], /--named must be PAPER=MODEL, got GLM/],
    [["data/roster"], /no such argument: data\/roster/],
    [["--fast"], /fast/],
  ];
  await Promise.all(wrong.map(async ([args, complaint]) => {
    const { code, err, out } = await claims(...args);
    deepStrictEqual([code, out], [2, ""], args.join(" "));
    match(err, complaint);
  }));
});

Deno.test("deno task claims prints a ledger of a run, and --strict tells by status that a claim differs", async () => {
  const dir = Deno.makeTempDirSync();
  try {
    createRun(dir, { name: "r", origin: "collected", models: [{ id: "mine" }], judges: [], seeds: {} });
    const csv = await claims("--run", dir, "--needs", "published-tables", "--format", "csv");
    strictEqual(csv.code, 0, csv.err);
    const [head, ...lines] = csv.out.trimEnd().split("\r\n");
    match(head, /^id,where,kind,needs,statement,quantity,op,published/);
    ok(!head.includes("origin"));
    strictEqual(lines.length, 5);
    match(
      lines.find((line) => line.startsWith("exp3-decomposed-are-two-strongest"))!,
      /,true,.*,false,.*,differs,/,
    );
    const summary = await claims("--run", dir, "--needs=published-tables,human", "--strict", "--no-cells");
    strictEqual(summary.code, 1);
    match(summary.out, /0 of the paper's models are in this run/);
    match(summary.out, /the printed numbers alone +\| +5 \|/);
    match(summary.out, /the two strongest large models/);
    const none = await claims("--run", `${dir}/none`);
    deepStrictEqual([none.code, none.out], [1, ""]);
    match(none.err, /there is no run.json/);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
});
