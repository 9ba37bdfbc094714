/*
 * The probes of one model at full size, 33 layers x 3 positions x 4096 columns of 145 prompts, 5 x 5 folds and the
 * whole grid, beside a careful numpy and beside scikit-learn. All read the same safetensors file and use the same
 * targets and folds; runs of ours and of numpy take turns. Of scikit-learn, which needs a quarter of an hour, one cell is timed
 * and multiplied. Then one layer of a bigger model, 65 layers x 5120, from which eight such models are extrapolated.
 */
import process from "node:process";
import { fileURLToPath } from "node:url";
import { randomStream } from "lib/random/mod.ts";
import { quantile } from "lib/stats/mod.ts";
import { nestedRidge, openActivations, seededNestedFolds, writeSafetensors } from "./mod.ts";

const RUNS = 3, PROMPTS = 145, OUTPUTS = 36;
const FULL = { layers: 33, positions: 3, width: 4096 }, BIG = { layers: 2, positions: 3, width: 5120 };
const GRID = { ks: [8, 16, 32, 64], penalties: [1e-1, 1, 1e1, 1e2, 1e3, 1e4, 1e5] };

type Size = typeof FULL;

const random = randomStream("nested ridge bench");
const y = Array.from({ length: PROMPTS }, () => Array.from({ length: OUTPUTS }, () => random.normal()));
const folds = seededNestedFolds(PROMPTS, { seed: "nested ridge bench" });

/** Noise, in which the targets show the more the nearer a layer is to the middle one. */
async function write(path: string, { layers, positions, width }: Size): Promise<void> {
  const noise = Float32Array.from({ length: 1 << 20 }, () => random.normal());
  const mix = Float32Array.from({ length: OUTPUTS * width }, () => random.normal() / 30);
  function* pieces() {
    for (const row of y) {
      const shown = Float32Array.from({ length: width }, (_, j) => {
        let sum = 0;
        for (let o = 0; o < OUTPUTS; o++) sum += row[o] * mix[o * width + j];
        return sum;
      });
      for (let layer = 0; layer < layers; layer++) {
        const strength = 1 - Math.abs(2 * layer / Math.max(1, layers - 1) - 1);
        const piece = new Float32Array(positions * width);
        let at = random.below(1 << 20);
        for (let i = 0; i < piece.length; i++) {
          piece[i] = noise[at] + strength * shown[i % width];
          at = (at + 1) & (1 << 20) - 1;
        }
        yield piece;
      }
    }
  }
  const names = (count: number) => JSON.stringify(Array.from({ length: count }, (_, i) => i));
  await writeSafetensors(path, {
    residual: { shape: [PROMPTS, layers, positions, width], pieces: pieces() },
  }, { prompts: names(PROMPTS), layers: names(layers), positions: names(positions) });
}

let peak = 0;

/** Seconds on the clock, seconds of all processors, and the R2. */
type Run = [seconds: number, used: number, r2: number];

async function ours(path: string, searchPrecision: 64 | 32): Promise<Run> {
  const start = performance.now(), before = process.cpuUsage();
  using activations = openActivations(path);
  const { r2 } = await nestedRidge(activations.cells(), y, {
    ...{ ...GRID, folds, searchPrecision },
    onProgress: () => peak = Math.max(peak, process.memoryUsage().rss),
  });
  const { user, system } = process.cpuUsage(before);
  return [(performance.now() - start) / 1000, (user + system) / 1e6, r2];
}

interface PeerResult {
  numpy: string;
  sklearn?: string;
  run?: Run;
  seconds?: number;
}

const python = process.env.AMBENCH_PYTHON ?? "python3";

/** What the Python peer measured, or why there is none. */
async function peer(path: string, mode: "threads" | "processes" | "plain"): Promise<PeerResult | string> {
  const env: Record<string, string> = mode !== "threads"
    ? { OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" }
    : {};
  try {
    const child = new Deno.Command(python, {
      args: [fileURLToPath(new URL("./testdata/nested_ridge_peers.py", import.meta.url))],
      ...{ env, stdin: "piped", stdout: "piped", stderr: "piped" },
    }).spawn();
    const writer = child.stdin.getWriter();
    const task = { ...GRID, ...folds, y, path, mode };
    await writer.write(new TextEncoder().encode(JSON.stringify(task))).then(() => writer.close()).catch(
      () => {},
    );
    const { success, stdout, stderr } = await child.output();
    if (success) return JSON.parse(new TextDecoder().decode(stdout));
    return new TextDecoder().decode(stderr).trim().split("\n").at(-1) ?? "";
  } catch (error) {
    return (error as Error).message;
  }
}

const dir = await Deno.makeTempDir();
const path = `${dir}/full.safetensors`, bigPath = `${dir}/big.safetensors`;
try {
  await write(path, FULL);
  const cells = FULL.layers * FULL.positions;
  const runs: Record<string, Run[]> = {};
  const note = (name: string, run: Run) => (runs[name] ??= []).push(run);
  let missing: string | undefined, version = "";
  for (let run = 0; run < RUNS; run++) {
    note("ours", await ours(path, 64));
    note("ours, search in 32 bits", await ours(path, 32));
    for (const mode of ["processes", "threads"] as const) {
      // On matrices this small OpenBLAS's own threads wait for each other, minutes where another process is at work.
      if (missing !== undefined || mode === "threads" && run > 0) continue;
      const result = await peer(path, mode);
      if (typeof result === "string") missing = result;
      else {
        note(`numpy, ${mode}`, result.run!);
        version = result.numpy;
      }
    }
  }
  const median = (name: string, place: 0 | 1 = 0) => quantile(runs[name].map((run) => run[place]), 0.5);
  const careful = ["numpy, threads", "numpy, processes"].filter((name) => runs[name]);
  const best = (place: 0 | 1) => Math.min(...careful.map((name) => median(name, place)));
  console.log(
    `Probes of one model: ${cells} cells x ${FULL.width} columns, ${PROMPTS} prompts, 5 x 5 folds, ` +
      `${GRID.ks.length * GRID.penalties.length} settings; reading included, median of ${RUNS} runs`,
  );
  console.log(`${" ".repeat(28)}seconds  of processors  R2`);
  for (const name of Object.keys(runs)) {
    const ratio = name.startsWith("ours") && careful.length > 0
      ? `  numpy's better / ours: ${(best(0) / median(name)).toFixed(2)}, of processors ${
        (best(1) / median(name, 1)).toFixed(2)
      }`
      : "";
    const [seconds, used] = [median(name), median(name, 1)].map((time) => time.toFixed(2));
    console.log(
      `  ${name.padEnd(25)}${seconds.padStart(8)}${used.padStart(15)}  ${
        runs[name][0][2].toFixed(6)
      }${ratio}`,
    );
  }
  if (missing === undefined) {
    console.log(
      `  (numpy ${version}, float32, one Gram matrix and eigendecomposition a fold for the whole grid)`,
    );
  } else {
    console.log(`NO PEER: careful numpy (${python}: ${missing}). Skipped: the comparison with it.`);
  }
  const plain = await peer(path, "plain");
  if (typeof plain === "string") {
    console.log(`NO PEER: scikit-learn (${python}: ${plain}). Skipped: the comparison with it.`);
  } else {
    const all = plain.seconds! * cells;
    console.log(
      `  scikit-learn ${plain.sklearn}, Pipeline + GridSearchCV: one cell ${plain.seconds!.toFixed(2)} s, ` +
        `extrapolated to ${cells}: ${all.toFixed(0)} s  that / ours = ${
          ["ours", "ours, search in 32 bits"].map((name) => (all / median(name)).toFixed(0)).join(" and ")
        }`,
    );
  }
  if (missing !== undefined || typeof plain === "string") {
    console.log("Set AMBENCH_PYTHON to a Python that can import numpy and scikit-learn.");
  }
  console.log(`  most memory of this process: ${(peak / 2 ** 20).toFixed(0)} MiB`);

  await Deno.remove(path);
  await write(bigPath, BIG);
  const [seconds] = await ours(bigPath, 64);
  const all = seconds / BIG.layers * 65 * 8;
  console.log(
    `  65 layers x ${BIG.width}: ${BIG.layers} layers ${
      seconds.toFixed(2)
    } s, extrapolated to all layers of ` +
      `eight models: ${(all / 60).toFixed(1)} min`,
  );
} finally {
  await Deno.remove(dir, { recursive: true });
}
