import { ok } from "node:assert/strict";
import { answerCase, type ProtocolCase } from "./protocol_cases.ts";

interface Case extends ProtocolCase {
  readonly expect: Record<string, unknown>;
  readonly tolerance: number;
  readonly why: string;
}

const CASES: readonly Case[] = Deno.readTextFileSync(new URL("./testdata/protocols.jsonl", import.meta.url))
  .split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));

/** Where a result departs from what is expected, or nothing. Keys beyond the expected ones are free at the top. */
function difference(got: unknown, expected: unknown, tolerance: number, path = ""): string | undefined {
  if (typeof expected === "number" && typeof got === "number") {
    return Math.abs(got - expected) <= tolerance ? undefined : `${path}: ${got} is not ${expected}`;
  }
  if (typeof expected !== "object" || expected === null) {
    return Object.is(got, expected)
      ? undefined
      : `${path}: ${JSON.stringify(got)} is not ${JSON.stringify(expected)}`;
  }
  if (typeof got !== "object" || got === null || Array.isArray(got) !== Array.isArray(expected)) {
    return `${path}: ${JSON.stringify(got)} is not ${JSON.stringify(expected)}`;
  }
  const keys = Object.keys(expected);
  const own = Object.keys(got);
  if (path !== "" && own.length !== keys.length) return `${path}: has the keys ${own}, not ${keys}`;
  for (const key of keys) {
    const found = difference(
      (got as Record<string, unknown>)[key],
      (expected as Record<string, unknown>)[key],
      tolerance,
      `${path}/${key}`,
    );
    if (found) return found;
  }
  return undefined;
}

for (const [protocol, cases] of Map.groupBy(CASES, (each) => each.protocol)) {
  Deno.test(`${protocol}: ${cases.length} cases come out as stated`, () => {
    const wrong: string[] = [];
    for (const each of cases) {
      let found: string | undefined;
      try {
        found = difference(answerCase(each), each.expect, each.tolerance);
      } catch (error) {
        found = String(error);
      }
      if (found) wrong.push(`${each.id} (${each.why}): ${found}`);
    }
    ok(wrong.length === 0, `${wrong.length} of ${cases.length} are wrong:\n${wrong.join("\n")}`);
  });
}
