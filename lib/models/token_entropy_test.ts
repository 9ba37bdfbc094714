import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { tokenEntropy } from "./mod.ts";

const near = (a: number, b: number) => ok(Math.abs(a - b) < 1e-12, `${a} is not ${b}`);
const token = (name: string, p: number | null, top: [string, number | null][] = []) => ({
  token: name,
  logprob: p === null ? null : Math.log(p),
  top_logprobs: top.map(([token, p]) => ({ token, logprob: p === null ? null : Math.log(p) })),
});

Deno.test("tokenEntropy is -sum p ln p over what was disclosed, and its mass the sum of p, by hand", () => {
  const { entropy, mass } = tokenEntropy({ content: [token("a", 0.5, [["a", 0.5], ["b", 0.25]])] })!;
  near(entropy, 0.5 * Math.LN2 + 0.25 * 2 * Math.LN2);
  near(mass, 0.75);
});

Deno.test("a uniform choice of n has ln n at mass 1, and any share of it less", () => {
  const all = Array.from({ length: 16 }, (_, i): [string, number] => [String(i), 1 / 16]);
  near(tokenEntropy({ content: [token("0", 1 / 16, all)] })!.entropy, Math.log(16));
  for (let k = 1; k < 16; k++) {
    const { entropy, mass } = tokenEntropy({ content: [token("0", 1 / 16, all.slice(0, k))] })!;
    near(mass, k / 16);
    ok(entropy < Math.log(16));
  }
});

Deno.test("the sampled token counts once: among the alternatives, or beside them", () => {
  near(tokenEntropy({ content: [token("a", 0.5, [["a", 0.5], ["b", 0.25]])] })!.mass, 0.75);
  near(tokenEntropy({ content: [token("c", 0.1, [["a", 0.5], ["b", 0.25]])] })!.mass, 0.85);
  near(tokenEntropy({ content: [token("a", 0.5)] })!.mass, 0.5);
});

Deno.test("two tokens that read alike are told apart by their bytes", () => {
  const one = { token: "\ufffd", bytes: [226], logprob: Math.log(0.25) };
  const other = { token: "\ufffd", bytes: [227], logprob: Math.log(0.5) };
  near(tokenEntropy({ content: [{ ...one, top_logprobs: [other] }] })!.mass, 0.75);
});

Deno.test("the older form gives the same numbers", () => {
  const content = [token("a", 0.5, [["a", 0.5], ["b", 0.25]]), token("c", 0.1, [["a", 0.5]])];
  const older = {
    tokens: ["a", "c"],
    token_logprobs: [Math.log(0.5), Math.log(0.1)],
    top_logprobs: [{ a: Math.log(0.5), b: Math.log(0.25) }, { a: Math.log(0.5) }],
  };
  deepStrictEqual(tokenEntropy(older), tokenEntropy({ content }));
});

Deno.test("an impossible token adds nothing; one surer than certain is certain; a mass is never above 1", () => {
  deepStrictEqual(tokenEntropy({ content: [token("a", 1, [["a", 1], ["b", null]])] }), {
    entropy: 0,
    mass: 1,
  });
  const rounded = { token: "a", logprob: 1e-7, top_logprobs: [{ token: "b", logprob: -20 }] };
  strictEqual(tokenEntropy({ content: [rounded] })!.mass, 1);
  ok(tokenEntropy({ content: [{ token: "a", logprob: -9999, top_logprobs: [] }] })!.entropy === 0);
});

Deno.test("a position without a number is left out of the mean; without any the answer is null", () => {
  const blank = { token: "a", logprob: "high", top_logprobs: "few" };
  const { entropy } = tokenEntropy({ content: [blank, token("a", 0.5), 7, null] })!;
  near(entropy, 0.5 * Math.LN2);
  for (
    const nothing of [null, undefined, "x", [], {}, { content: [] }, { content: [blank] }, {
      token_logprobs: [],
    }]
  ) {
    strictEqual(tokenEntropy(nothing), null);
  }
});
