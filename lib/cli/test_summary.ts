/** How a step of `deno task test` ended. */
export interface StepOutcome {
  name: string;
  success: boolean;
  /** What it printed on standard output. */
  output: string;
}

/** What all steps came to. */
export interface TestSummary {
  /** Two lines: the checks and the tests apart, then all of them together as `N passed, N failed`. */
  text: string;
  failed: number;
}

/**
 * Sums up the checks (a step is one) and the tests (the step `tests`, counted as `deno test` counts them).
 *
 * Tests that end without a count, or with none failed and yet in error (such as a leak outside of any test), are one
 * failure.
 *
 * @example
 * ```ts
 * import { testSummary } from "lib/cli/test_summary.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const steps = [
 *   { name: "format", success: true, output: "" },
 *   { name: "lint", success: false, output: "" },
 *   { name: "tests", success: true, output: "ok | 7 passed (3 steps) | 0 failed | 2 ignored (1s)" },
 * ];
 * strictEqual(
 *   testSummary(steps).text,
 *   "format, lint: 1 of 2; tests: 7 passed, 0 failed, 2 skipped (each said above what it lacks)\n8 passed, 1 failed",
 * );
 * ```
 */
export function testSummary(steps: readonly StepOutcome[]): TestSummary {
  const checks = steps.filter(({ name }) => name !== "tests");
  const sound = checks.filter(({ success }) => success).length;
  const tests = countsOf(steps.find(({ name }) => name === "tests"));
  const skipped = tests.skipped === 0 ? "" : " (each said above what it lacks)";
  const failed = checks.length - sound + tests.failed;
  return {
    text: `${checks.map(({ name }) => name).join(", ")}: ${sound} of ${checks.length}; ` +
      `tests: ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped${skipped}\n` +
      `${sound + tests.passed} passed, ${failed} failed`,
    failed,
  };
}

function countsOf(step: StepOutcome | undefined): { passed: number; failed: number; skipped: number } {
  if (step === undefined) return { passed: 0, failed: 0, skipped: 0 };
  const end = step.output.slice(-2000);
  const counts = [...end.matchAll(/(\d+) passed.*?\| (\d+) failed(?:.*?\| (\d+) ignored)?/g)].at(-1);
  const [passed, failed, skipped] = (counts ?? []).slice(1).map((count) => Number(count ?? 0));
  if (counts === undefined) return { passed: 0, failed: step.success ? 0 : 1, skipped: 0 };
  return { passed, failed: step.success ? failed : Math.max(1, failed), skipped };
}
