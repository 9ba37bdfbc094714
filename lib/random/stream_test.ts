import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { fnv1a32, randomStream } from "./mod.ts";

Deno.test("fnv1a32 gives the published hashes of '' and 'a' and 'foobar'", () => {
  deepStrictEqual(["", "a", "foobar"].map(fnv1a32), [0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
});

Deno.test("randomStream repeats for a key and differs between keys that join alike", () => {
  strictEqual(randomStream("a", "bc").next(), randomStream("a", "bc").next());
  notStrictEqual(randomStream("a", "bc").next(), randomStream("ab", "c").next());
});

Deno.test("randomStream is uniform: mean 1/2, variance 1/12, neighbouring keys uncorrelated", () => {
  const n = 20_000;
  const draws = Array.from({ length: n }, (_, i) => randomStream(i).next());
  const mean = draws.reduce((s, x) => s + x, 0) / n;
  const variance = draws.reduce((s, x) => s + (x - mean) ** 2, 0) / n;
  const lag = draws.slice(1).reduce((s, x, i) => s + (x - mean) * (draws[i] - mean), 0) / n / variance;
  ok(Math.abs(mean - 0.5) < 0.01 && Math.abs(variance - 1 / 12) < 0.003 && Math.abs(lag) < 0.03);
});

Deno.test("normal has mean 0 and variance 1, and 2.5 % beyond 1.96", () => {
  const random = randomStream("normal");
  const draws = Array.from({ length: 50_000 }, () => random.normal());
  const mean = draws.reduce((s, x) => s + x, 0) / draws.length;
  const variance = draws.reduce((s, x) => s + x * x, 0) / draws.length;
  const tail = draws.filter((x) => x > 1.96).length / draws.length;
  ok(Math.abs(mean) < 0.015 && Math.abs(variance - 1) < 0.02 && Math.abs(tail - 0.025) < 0.003);
});

Deno.test("shuffle keeps every item and reaches every order about as often", () => {
  const random = randomStream("shuffle");
  const counts = new Map<string, number>();
  for (let i = 0; i < 6000; i++) {
    const order = random.shuffle(["a", "b", "c"]).join("");
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  strictEqual(counts.size, 6);
  for (const count of counts.values()) ok(Math.abs(count - 1000) < 150);
});
