/*
 * Scoring beside Shapely 2, on the same attempts, one thread each. The attempts are those of testdata/piou.jsonl that
 * Shapely can score too (colours ignored), as a translation run has them: few parts, about as many primitives.
 */
import { fileURLToPath } from "node:url";
import { piou } from "./mod.ts";

const RUNS = 5;

const attempts = Deno.readTextFileSync(new URL("./testdata/piou.jsonl", import.meta.url)).trim().split("\n")
  .map((line) => JSON.parse(line))
  .filter(({ id, colorStrict }) =>
    !colorStrict && /^(exact|jitter|dropping|extras|scaling|splitting|miss)/.test(id)
  )
  .map(({ parts, primitives, minOverlap, rows, cols }) => ({ parts, primitives, minOverlap, rows, cols }));

/** Attempts a second of each run, after a run that does not count. */
function ourRates(): number[] {
  const rates: number[] = [], rounds = Math.ceil(4000 / attempts.length);
  for (let run = 0; run <= RUNS; run++) {
    const from = performance.now();
    for (let k = 0; k < rounds; k++) for (const a of attempts) piou(a.parts, a.primitives, a);
    if (run > 0) rates.push(1000 * rounds * attempts.length / (performance.now() - from));
  }
  return rates;
}

interface Peer {
  versions: string;
  plain: { rates: number[]; scores: [number, number][] };
  vector: { rates: number[]; scores: [number, number][] };
}

/** What the Python peer measured, or why there is none. */
async function peerRates(): Promise<Peer | string> {
  const python = Deno.env.get("AMBENCH_PYTHON") ?? "python3";
  try {
    const child = new Deno.Command(python, {
      args: [fileURLToPath(new URL("./testdata/shapely_piou.py", import.meta.url))],
      env: { OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    const sent = writer.write(new TextEncoder().encode(JSON.stringify({ attempts, runs: RUNS })))
      .then(() => writer.close()).catch(() => {}); // it ends early where Shapely is missing
    const { success, stdout, stderr } = await child.output();
    await sent;
    if (success) return JSON.parse(new TextDecoder().decode(stdout));
    return `${python}: ${new TextDecoder().decode(stderr).trim().split("\n").at(-1)}`;
  } catch (error) {
    return `${python}: ${(error as Error).message}`;
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
const shown = (value: number) => Math.round(value).toString().padStart(9);

const before = ourRates(), peer = await peerRates(), after = ourRates();
const ours = median([...before, ...after]);
console.log(
  `Scoring ${attempts.length} attempts, attempts a second, median of ${RUNS} runs or more, one thread each`,
);
console.log(`  piou, exact                        ${shown(ours)}`);
if (typeof peer === "string") {
  console.log(
    `NO PEER: Shapely was not found (${peer}). Skipped: both comparisons. Set AMBENCH_PYTHON to a Python`,
  );
  console.log("that can import shapely (2.x) and numpy.");
} else {
  for (
    const [name, key] of [["Shapely, as one writes it", "plain"], ["Shapely, vectorised", "vector"]] as const
  ) {
    const rate = median(peer[key].rates);
    const off = peer[key].scores.map(([mean], k) =>
      Math.abs(mean - piou(attempts[k].parts, attempts[k].primitives, attempts[k]).piou)
    );
    console.log(
      `  ${name.padEnd(34)} ${shown(rate)}   ours is ${(ours / rate).toFixed(1)} times that; ` +
        `its PIoU is off by up to ${Math.max(...off).toFixed(4)}`,
    );
  }
  console.log(`  (${peer.versions})`);
}
