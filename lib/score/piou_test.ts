import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { piou } from "./mod.ts";

interface Case {
  id: string;
  rows: number;
  cols: number;
  minOverlap: number;
  colorStrict: boolean;
  // deno-lint-ignore no-explicit-any
  parts: any[];
  // deno-lint-ignore no-explicit-any
  primitives: any[];
  expect: Record<string, unknown>;
  tolerance: number;
}

export const cases: Case[] = Deno.readTextFileSync(new URL("./testdata/piou.jsonl", import.meta.url)).trim()
  .split("\n").map((line) => JSON.parse(line));

/** Compares numbers within the tolerance and everything else exactly, keys of `expected` only. */
function agree(actual: unknown, expected: unknown, tolerance: number, where: string): void {
  if (typeof expected === "number") {
    ok(
      typeof actual === "number" && Math.abs(actual - expected) <= tolerance,
      `${where}: ${actual}, not ${expected}`,
    );
  } else if (expected !== null && typeof expected === "object") {
    if (Array.isArray(expected)) strictEqual((actual as unknown[]).length, expected.length, where);
    for (const [key, value] of Object.entries(expected)) {
      agree((actual as Record<string, unknown>)[key], value, tolerance, `${where}.${key}`);
    }
  } else strictEqual(actual, expected, where);
}

Deno.test("piou agrees with every case within its tolerance, closed forms within 1e-9", () => {
  ok(cases.length > 200);
  for (const { id, parts, primitives, expect, tolerance, ...options } of cases) {
    const score = piou(parts, primitives, options);
    deepStrictEqual(score.assignment, expect.assignment, id);
    agree(score, expect, Math.min(tolerance, 1e-9), id);
  }
});
