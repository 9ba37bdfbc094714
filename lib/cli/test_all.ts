/**
 * `deno task test`: everything that must hold, in the order in which it fails fastest: format, lint, types, then
 * every test. The last line is `N passed, N failed`, in which format, lint and types count as one each; the line
 * before tells them from the tests. (Not named test.ts: `deno test` would take that for a test.)
 */
import { type StepOutcome, testSummary } from "./test_summary.ts";

const steps: [string, string[]][] = [
  ["format", ["fmt", "--check", "--quiet"]],
  ["lint", ["lint", "--quiet"]],
  ["types", ["check", "--quiet", "lib"]],
  ["tests", ["test", "--allow-all", "--doc", "--sanitize-ops", "--sanitize-resources", "--quiet", "lib"]],
];

const HELP = `deno task test [TEST...]

Format, lint, types and all tests; with TEST files or folders, only those tests. The last line counts them all, with
format, lint and types as one each.

Exit status: 0 if nothing failed, 1 if anything did.`;

if (Deno.args.includes("--help")) {
  console.log(HELP);
  Deno.exit(0);
}

const only = Deno.args.filter((argument) => !argument.startsWith("-"));
const outcomes: StepOutcome[] = [];
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
  outcomes.push({ name, success: (await child.status).success, output });
}
const { text, failed } = testSummary(outcomes);
console.log(text);
Deno.exit(failed === 0 ? 0 : 1);
