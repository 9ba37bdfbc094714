/** Draws of one item, in the order in which they are asked for. */
export interface BridgeStream {
  /** The next integer, uniform in a .. b, both included. */
  int(a: number, b: number): number;
}

/**
 * The stream of an item: mulberry32, seeded by the FNV-1a hash of `bridge|SEED|TASK|N`. The items are defined by it,
 * so that any implementation makes the same ones.
 */
export function bridgeStream(seed: number, task: string, n: number): BridgeStream {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`bridge|${seed}|${task}|${n}`)) {
    state = Math.imul(state ^ byte, 0x01000193);
  }
  const next = () => {
    state = state + 0x6d2b79f5 | 0;
    let t = Math.imul(state ^ state >>> 15, 1 | state);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
  return { int: (a, b) => a + Math.floor(next() * (b - a + 1)) };
}
