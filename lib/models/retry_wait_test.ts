import { ok, strictEqual } from "node:assert/strict";
import { retryAfter, retryWait } from "./mod.ts";

const BACKOFF = { first: 1000, longest: 60_000, ceiling: 120_000 };

Deno.test("retryWait doubles up to the longest, between a half and the whole, the same for a seed", () => {
  for (let n = 0; n < 40; n++) {
    const whole = Math.min(60_000, 1000 * 2 ** n);
    for (let seed = 0; seed < 20; seed++) {
      const wait = retryWait(n, BACKOFF, { seed });
      ok(wait >= whole / 2 && wait <= whole, `${wait} of ${whole}`);
      strictEqual(wait, retryWait(n, BACKOFF, { seed }));
    }
  }
});

Deno.test("waits of different seeds differ: a crowd does not come back as one", () => {
  const waits = new Set(
    Array.from({ length: 100 }, (_, seed) => Math.round(retryWait(0, BACKOFF, { seed }))),
  );
  ok(waits.size > 70);
  const told = new Set(
    Array.from({ length: 100 }, (_, seed) => retryWait(0, BACKOFF, { asked: 5000, seed })),
  );
  ok(told.size > 70 && Math.min(...told) >= 5000 && Math.max(...told) <= 6000);
});

Deno.test("retryWait never exceeds the ceiling by more than a first wait", () => {
  ok(retryWait(0, BACKOFF, { asked: 1e300, seed: 1 }) <= 121_000);
  ok(retryWait(0, BACKOFF, { asked: Infinity, seed: 1 }) <= 121_000);
});

Deno.test("retryAfter reads seconds and dates, by the server's clock where it tells the time", () => {
  const read = (value: string, more: Record<string, string> = {}, now = 0) =>
    retryAfter(new Headers({ "retry-after": value, ...more }), now);
  strictEqual(read("120"), 120_000);
  strictEqual(read(" 0 "), 0);
  strictEqual(read("1.5"), 1500);
  const date = "Thu, 01 Jan 1970 01:00:00 GMT";
  strictEqual(read(date), 3_600_000);
  strictEqual(read(date, {}, 3_599_000), 1000);
  strictEqual(read(date, {}, 9e9), 0);
  strictEqual(read(date, { date: "Thu, 01 Jan 1970 00:59:58 GMT" }, 9e9), 2000);
});

Deno.test("a Retry-After that says nothing is none", () => {
  for (const value of ["", "soon", "-5", "1e3", "NaN", "5 s", "0x10", "2030"]) {
    const wait = retryAfter(new Headers({ "retry-after": value }), 0);
    ok(value === "2030" ? wait === 2_030_000 : wait === null, `${value} gave ${wait}`);
  }
  strictEqual(retryAfter(new Headers(), 0), null);
});
