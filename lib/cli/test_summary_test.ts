import { match, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { testSummary } from "./test_summary.ts";

const checks = ["format", "lint", "types"].map((name) => ({ name, success: true, output: "" }));
const lines = (output: string, success: boolean) => {
  const { text, failed } = testSummary([...checks, { name: "tests", success, output }]);
  return { lines: text.split("\n"), failed };
};

Deno.test("testSummary tells the checks from the tests, and counts them together in its last line", () => {
  const { lines: [apart, together], failed } = lines(
    "3 passed | 0 failed\nFAILED | 40 passed | 2 failed (3s)\n",
    false,
  );
  strictEqual(apart, "format, lint, types: 3 of 3; tests: 40 passed, 2 failed, 0 skipped");
  strictEqual(together, "43 passed, 2 failed");
  strictEqual(failed, 2);
});

Deno.test("testSummary takes tests that end without a count, or in error with none failed, for one failure", () => {
  strictEqual(lines("error: Module not found\n", false).lines[1], "3 passed, 1 failed");
  strictEqual(lines("ok | 5 passed | 0 failed (1s)\n", false).lines[1], "8 passed, 1 failed");
  strictEqual(lines("ok | 5 passed | 0 failed (1s)\n", true).failed, 0);
});

Deno.test("test --help tells the exit status and runs nothing", async () => {
  const script = fileURLToPath(new URL("./test_all.ts", import.meta.url));
  const { code, stdout } = await new Deno.Command(Deno.execPath(), { args: ["run", "-A", script, "--help"] })
    .output();
  strictEqual(code, 0);
  match(new TextDecoder().decode(stdout), /\nExit status: 0 [^=]* 1 [^=]*$/);
});
