import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { Easel } from "lib/protocols/mod.ts";

const script = fileURLToPath(new URL("protocol.ts", import.meta.url));
const config = fileURLToPath(new URL("../../deno.json", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));

async function protocol(args: string[], { cwd = root, input }: { cwd?: string; input?: string } = {}) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--config", config, script, ...args],
    cwd,
    env: { NO_COLOR: "1" },
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

Deno.test("the README's protocol of one JSON file does what the README says, by its own commands", async () => {
  const readme = Deno.readTextFileSync(`${root}README.md`);
  const section =
    readme.slice(readme.indexOf("## You would rather have it shown than told")).split("\n## ")[0];
  const json = /```json\n([\s\S]*?)```/.exec(section)![1];
  const commands = [
    .../```sh\n([\s\S]*?)```/.exec(section)![1].matchAll(/^npx -y deno@\S+ task protocol (.*)$/gm),
  ]
    .map(([, args]) => args.split(" "));
  strictEqual(commands.length, 2);
  const dir = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(`${dir}/corner.json`, json);
    Deno.writeFileSync(`${dir}/answer.png`, new Easel(200, 150).square([0.2, 0.8], 0.1, "#6a1b9a").png());
    for (const args of commands) {
      const { code, out, err } = await protocol(args, { cwd: dir });
      deepStrictEqual([code, err], [0, ""]);
      ok(section.includes(`\`${out.trim()}\``), `the README must say ${out}`);
    }
    Deno.writeFileSync(`${dir}/answer.png`, new Easel(200, 150).png());
    const { out } = await protocol(commands[1], { cwd: dir });
    ok(section.includes(`\`${out.trim()}\``), `the README must say ${out}`);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
});

Deno.test("protocol show gives a file that check finds sound, for every registered protocol", async () => {
  const { code, out } = await protocol(["list"]);
  strictEqual(code, 0);
  const names = out.trim().split("\n").map((line) => line.split(" ")[0]);
  strictEqual(names.length, 11);
  const dir = Deno.makeTempDirSync();
  try {
    for (const name of ["red_path", "scalar_dimension"]) {
      const shown = await protocol(["show", name]);
      Deno.writeTextFileSync(`${dir}/p.json`, shown.out.slice(shown.out.indexOf("\n{\n")));
      match((await protocol(["check", `${dir}/p.json`])).out, new RegExp(`^${name}: sound`));
    }
    Deno.writeTextFileSync(
      `${dir}/bad.json`,
      `{"pipeline": {"steps": [{"id": "a", "op": "x", "in": []}], "output": "b"}}`,
    );
    const bad = await protocol(["check", `${dir}/bad.json`]);
    deepStrictEqual([bad.code, bad.out], [
      1,
      "No op x\noutput reads b, which nothing provides\nThe answer would not depend on the picture\n",
    ]);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
});

Deno.test("cases are answered line by line, in order; a line that cannot be is told by number", async () => {
  const text = Deno.readTextFileSync(new URL("../protocols/testdata/protocols.jsonl", import.meta.url));
  const lines = text.split("\n").slice(0, 3), ids = lines.map((line) => JSON.parse(line).id);
  const { code, out, err } = await protocol([], {
    input: [lines[0], "{", lines[1], lines[2], ""].join("\n"),
  });
  deepStrictEqual(out.trim().split("\n").map((line) => JSON.parse(line).id), ids);
  strictEqual(code, 1);
  match(err, /^line 2: /);
});

Deno.test("misuse ends with 2 and says how it is used", async () => {
  for (
    const args of [["fly"], ["show", "nothing"], ["run", "red_path"], ["check", "/nowhere.json"], [
      "list",
      "--nope",
    ]]
  ) {
    const { code, err } = await protocol(args);
    strictEqual(code, 2, args.join(" "));
    match(err, /Try: deno task protocol --help/);
  }
  const { code, out } = await protocol(["--help"]);
  strictEqual(code, 0);
  match(out, /^deno task protocol list/);
});

Deno.test("rows are checked with their files", async () => {
  const { code, out } = await protocol(["rows", "data/spatial/rows.jsonl", "--root", "data/spatial"]);
  deepStrictEqual([code, out], [0, "data/spatial/rows.jsonl: 36 sound rows of 12 tasks, 0 faults\n"]);
});
