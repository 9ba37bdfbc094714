/**
 * `deno task test`: everything that must hold, in the order in which it fails fastest: format, lint, types, then
 * every test. Ends with one line, `N passed, N failed`. (Not named test.ts: `deno test` would take that for a test.)
 */
const steps: [string, string[]][] = [
  ["format", ["fmt", "--check", "--quiet"]],
  ["lint", ["lint", "--quiet"]],
  ["types", ["check", "--quiet", "lib"]],
  ["tests", ["test", "--allow-all", "--doc", "--sanitize-ops", "--sanitize-resources", "--quiet", "lib"]],
];

if (Deno.args.includes("--help")) {
  console.log(
    "deno task test [TEST...]   format, lint, types and all tests; with TEST files or folders, only those",
  );
  Deno.exit(0);
}

const only = Deno.args.filter((argument) => !argument.startsWith("-"));
let passed = 0, failed = 0, skipped = 0;
for (const [name, args] of steps) {
  if (only.length > 0 && name === "tests") args.splice(-1, 1, ...only);
  console.log(`== ${name}: deno ${args.join(" ")}`);
  const child = new Deno.Command(Deno.execPath(), {
    args,
    stdout: "piped",
    stderr: "inherit",
    env: { NO_COLOR: "1" },
  }).spawn();
  let output = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    await Deno.stdout.write(new TextEncoder().encode(text));
    output += text;
  }
  const { success } = await child.status;
  const counts = /(\d+) passed.*?\| (\d+) failed/.exec(output.slice(-2000));
  if (name === "tests" && counts) {
    passed += Number(counts[1]);
    failed += Number(counts[2]);
    skipped += Number(/\| (\d+) ignored/.exec(output.slice(-2000))?.[1] ?? 0);
    if (!success && Number(counts[2]) === 0) failed += 1;
  } else if (success) passed += 1;
  else failed += 1;
}
if (skipped > 0) console.log(`${skipped} skipped: each said above what it lacks`);
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(failed === 0 ? 0 : 1);
