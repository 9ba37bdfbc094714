/** How uncertain a model was of its own tokens, as far as the server disclosed it. */
export interface TokenEntropy {
  /** Mean over the tokens of -sum p ln p over the alternatives disclosed, in nats: a lower bound, not normalised. */
  entropy: number;
  /** Mean over the tokens of the probability that those alternatives have together, in [0, 1]. */
  mass: number;
}

/**
 * Mean token entropy from the log-probabilities in a completion's choice.
 *
 * Both forms in use are read: `content`, a list of `{token, logprob, top_logprobs: [{token, logprob}]}`, and the older
 * `{tokens, token_logprobs, top_logprobs: [{token: logprob}]}`. The sampled token counts among a position's
 * alternatives, once. A null log-probability is that of an impossible token. A position about which nothing was
 * disclosed is left out of both means.
 *
 * @param logprobs The choice's `logprobs`, whatever the server sent.
 * @returns Null where nothing was disclosed: that is missing, not zero.
 *
 * @example A coin's toss, and a certainty
 * ```ts
 * import { tokenEntropy } from "lib/models/mod.ts";
 * import { ok, strictEqual } from "node:assert/strict";
 *
 * const half = Math.log(0.5);
 * const toss = { token: "a", logprob: half, top_logprobs: [{ token: "a", logprob: half }, { token: "b", logprob: half }] };
 * const sure = { token: "a", logprob: 0, top_logprobs: [] };
 * ok(Math.abs(tokenEntropy({ content: [toss, sure] })!.entropy - Math.LN2 / 2) < 1e-15);
 * strictEqual(tokenEntropy(null), null);
 * ```
 */
export function tokenEntropy(logprobs: unknown): TokenEntropy | null {
  let entropy = 0, mass = 0, positions = 0;
  for (const alternatives of positionsOf(logprobs)) {
    if (alternatives.length === 0) continue;
    let own = 0, covered = 0;
    for (const logprob of alternatives) {
      const p = Math.exp(logprob);
      if (p > 0) own -= p * logprob;
      covered += p;
    }
    entropy += own;
    mass += Math.min(1, covered); // a sum of rounded numbers may exceed it by a little
    positions++;
  }
  return positions === 0 ? null : { entropy: entropy / positions, mass: mass / positions };
}

/** The log-probabilities disclosed at each position. */
function* positionsOf(logprobs: unknown): Generator<number[]> {
  if (!isRecord(logprobs)) return;
  if (Array.isArray(logprobs.content)) {
    for (const position of logprobs.content) {
      if (!isRecord(position)) continue;
      const top = Array.isArray(position.top_logprobs) ? position.top_logprobs.filter(isRecord) : [];
      const shown = top.some((other) => nameOf(other) === nameOf(position));
      yield (shown ? top : [position, ...top]).flatMap((one) => valueOf(one.logprob));
    }
  } else if (Array.isArray(logprobs.token_logprobs)) {
    const tokens = Array.isArray(logprobs.tokens) ? logprobs.tokens : [];
    const tops = Array.isArray(logprobs.top_logprobs) ? logprobs.top_logprobs : [];
    for (const [i, own] of logprobs.token_logprobs.entries()) {
      const top = isRecord(tops[i]) ? tops[i] : {};
      const others = Object.values(top).flatMap(valueOf);
      yield typeof tokens[i] === "string" && Object.hasOwn(top, tokens[i])
        ? others
        : [...valueOf(own), ...others];
    }
  }
}

/** Which token it is: two tokens may read alike where their bytes are no text by themselves. */
function nameOf(token: Record<string, unknown>): string {
  return JSON.stringify([token.token, token.bytes ?? null]);
}

function valueOf(logprob: unknown): number[] {
  if (logprob === null) return [-Infinity];
  return typeof logprob === "number" && !Number.isNaN(logprob) ? [Math.min(0, logprob)] : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
