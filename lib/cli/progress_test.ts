import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { paceText } from "./progress.ts";

const pace = { done: 0, total: 10, failed: 0, fresh: 0, tokens: 0, seconds: 0 };

Deno.test("paceText says no rate and no time left before anything was done, nor of nothing", () => {
  strictEqual(paceText(pace), "0 of 10");
  strictEqual(paceText({ ...pace, seconds: 5 }), "0 of 10");
  strictEqual(paceText({ ...pace, total: 0 }), "0 of 0");
});

Deno.test("what was there before counts as done, not as pace", () => {
  strictEqual(
    paceText({ ...pace, done: 9, fresh: 1, seconds: 100 }),
    "9 of 10, 0.6/min, 2 min left",
  );
});

Deno.test("the time left is rounded up, in seconds, minutes or hours", () => {
  const left = (seconds: number) => paceText({ ...pace, done: 5, fresh: 5, seconds }).split(", ").at(-1);
  deepStrictEqual([0.1, 90, 100, 5000, 6001].map(left), [
    "1 s left",
    "90 s left",
    "2 min left",
    "84 min left",
    "2 h left",
  ]);
});

Deno.test("tokens have their thousands apart and their own rate", () => {
  const text = (tokens: number) => paceText({ ...pace, tokens, seconds: 10 });
  deepStrictEqual([999, 1000, 1234567].map(text), [
    "0 of 10, 999 tokens (100/s)",
    "0 of 10, 1,000 tokens (100/s)",
    "0 of 10, 1,234,567 tokens (123457/s)",
  ]);
});
