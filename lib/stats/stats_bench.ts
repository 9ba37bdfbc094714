/**
 * Beside numpy: 10,000 prompt-clustered resamples of the layout table (8 models x 2 judges over 150 prompts in 15
 * subcategories, 11 attempts a prompt less the missing ones), every cell's and every macro-average's interval; and the
 * silhouette of one model's drawings.
 *
 * Peers run in the Python that AMBENCH_PYTHON names, or `python3`: numpy's vectorised form (a counts matrix times
 * cluster sums, in one product or subcategory by subcategory, whichever is faster) and the loop over np.random.choice
 * that people write, timed on a few resamples and scaled up. Both do the same work on the same values. Where there is no numpy, that is said, and only our times are shown.
 */
import process from "node:process";
import { randomStream } from "lib/random/mod.ts";
import { clusterBootstrapTable, drawClusters, quantile, resampledRatios, silhouette } from "./mod.ts";

const RESAMPLES = 10_000, RUNS = 5, LOOP_RESAMPLES = 20;
const MODELS = 8, JUDGES = 2, SUBCATEGORIES = 15, PROMPTS = 10, ATTEMPTS = 11;

const random = randomStream("stats-bench");
const columns = Array.from(
  { length: MODELS * JUDGES },
  (_, column) =>
    Array.from({ length: SUBCATEGORIES * PROMPTS }, () => {
      const prompt = 1.5 + column / 8 + random.normal() / 2;
      return Array.from({ length: ATTEMPTS }, () => prompt + random.normal() / 2).filter(() =>
        random.next() > 0.07
      );
    }),
);
const strata = Array.from({ length: SUBCATEGORIES * PROMPTS }, (_, prompt) => Math.floor(prompt / PROMPTS));
const vectors = { data: Float32Array.from({ length: 1650 * 384 }, () => random.normal()), width: 384 };
const labels = Array.from({ length: 1650 }, (_, i) => i % 150);

const sums = columns.map((column) => column.map((values) => values.reduce((sum, value) => sum + value, 0)));
const counts = columns.map((column) => column.map((values) => values.length));

const ours = {
  means: times(resampledMeansOnly),
  table: times(() => clusterBootstrapTable(columns, { strata, seed: 1, resamples: RESAMPLES })),
  silhouette: times(() => silhouette(vectors, labels, { metric: "cosine" })),
};

const PEER = `
import json, sys, time
import numpy as np
data = json.load(sys.stdin)
columns, runs, B, few = data["columns"], data["runs"], data["resamples"], data["few"]
S, P, J = data["subcategories"], data["prompts"], len(columns)
sums = np.array([[sum(values) for values in column] for column in columns]).T
counts = np.array([[len(values) for values in column] for column in columns], dtype=float).T
values = [[np.array(v) for v in column] for column in columns]

def interval(draws):
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    p = 2 * (1 + np.minimum((draws <= 0).sum(axis=0), (draws >= 0).sum(axis=0))) / (len(draws) + 1)
    return low, high, np.minimum(p, 1)

flat = np.zeros((S * P, 2 * S * J))  # every cell its own column, zero outside its subcategory
for s in range(S):
    rows = slice(s * P, (s + 1) * P)
    flat[rows, s * J:(s + 1) * J] = sums[rows]
    flat[rows, (S + s) * J:(S + s + 1) * J] = counts[rows]

def draw():
    rng = np.random.default_rng(1)
    drawn = rng.integers(0, P, size=(B, S, P)) + np.arange(B * S).reshape(B, S, 1) * P
    return np.bincount(drawn.ravel(), minlength=B * S * P).reshape(B, S * P).astype(float)

def dense():
    both = draw() @ flat
    cells = both[:, :S * J] / both[:, S * J:]
    return cells, cells.reshape(B, S, J).mean(axis=1)

def blocks():
    drawn = draw()
    cells = np.empty((B, S, J))
    for s in range(S):
        rows = slice(s * P, (s + 1) * P)
        cells[:, s] = (drawn[:, rows] @ sums[rows]) / (drawn[:, rows] @ counts[rows])
    return cells.reshape(B, S * J), cells.mean(axis=1)

def intervals(form):
    cells, macro = form()
    return interval(np.ascontiguousarray(np.hstack([cells, macro]).T).T)

def loop():
    cells = np.empty((few, S + 1, J))
    for b in range(few):
        for j in range(J):
            for s in range(S):
                drawn = np.random.choice(np.arange(s * P, (s + 1) * P), size=P, replace=True)
                cells[b, s, j] = np.mean(np.concatenate([values[j][i] for i in drawn]))
            cells[b, S, j] = np.mean(cells[b, :S, j])
    return interval(cells)

def clock(work, times):
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return taken

x = np.array(data["x"], dtype=np.float32).reshape(-1, data["width"])
labels = np.array(data["labels"])

def silhouettes():
    unit = (x / np.linalg.norm(x, axis=1, keepdims=True)).astype(float)
    distances = 1 - unit @ unit.T
    np.fill_diagonal(distances, 0)
    names, of, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    member = (of[:, None] == np.arange(len(names))).astype(float)
    totals = distances @ member
    a = totals[np.arange(len(of)), of] / (sizes[of] - 1)
    means = totals / sizes
    means[np.arange(len(of)), of] = np.inf
    b = means.min(axis=1)
    return ((b - a) / np.maximum(a, b)).mean()

def best(*forms):
    return min((clock(form, runs) for form in forms), key=np.median)

result = {"numpy": np.__version__, "means": best(dense, blocks), "silhouette": clock(silhouettes, runs),
          "table": best(lambda: intervals(dense), lambda: intervals(blocks))}
result["loop"] = [t * B / few for t in clock(loop, 3)]
json.dump(result, sys.stdout)
`;

const peer = await runPeer();
console.log(
  `prompt-clustered bootstrap, ${RESAMPLES} resamples, ${MODELS} models x ${SUBCATEGORIES} subcategories x ${JUDGES} judges`,
);
console.log("median of", RUNS, "runs, seconds                           ours      peer   peer / ours");
if (peer) {
  row(`resampled means, numpy ${peer.numpy} vectorised`, ours.means, peer.means);
  row("with all intervals, numpy vectorised", ours.table, peer.table);
  row("with all intervals, np.random.choice loop", ours.table, peer.loop);
  row("silhouette 1,650 x 384, numpy", ours.silhouette, peer.silhouette);
} else {
  row("resampled means", ours.means);
  row("with all intervals", ours.table);
  row("silhouette 1,650 x 384", ours.silhouette);
  console.log("NO PEER: no Python with numpy found (AMBENCH_PYTHON, python3): nothing was compared");
}

/** Draws, counts times sums, and the division: what the vectorised peer does before it takes quantiles. */
function resampledMeansOnly(): { cells: Float64Array[][]; macro: Float64Array[] } {
  const draws = drawClusters(strata.length, { strata, seed: 1, resamples: RESAMPLES });
  const macro = columns.map(() => new Float64Array(RESAMPLES));
  const cells = draws.strata.map(({ members }) => {
    const ratios = resampledRatios(draws, sums, counts, members);
    for (const [j, ratio] of ratios.entries()) {
      for (let b = 0; b < RESAMPLES; b++) macro[j][b] += ratio[b] / SUBCATEGORIES;
    }
    return ratios;
  });
  return { cells, macro };
}

/** Seconds of each run, after one to warm up. */
function times(work: () => unknown): number[] {
  work();
  return Array.from({ length: RUNS }, () => {
    const start = performance.now();
    work();
    return (performance.now() - start) / 1000;
  });
}

function row(what: string, own: number[], other?: number[]): void {
  const mine = quantile(own, 0.5), theirs = other && quantile(other, 0.5);
  const columns = [mine.toFixed(4), theirs?.toFixed(4) ?? "-", theirs ? (theirs / mine).toFixed(2) : "-"];
  console.log(what.padEnd(44), columns.map((text) => text.padStart(9)).join(" "));
}

interface Peer {
  numpy: string;
  table: number[];
  means: number[];
  loop: number[];
  silhouette: number[];
}

async function runPeer(): Promise<Peer | null> {
  const env = { ...process.env } as Record<string, string>;
  delete env.OPENBLAS_CORETYPE; // settings that would slow the peer down
  delete env.OPENBLAS_L2_SIZE;
  const program = process.env.AMBENCH_PYTHON ?? "python3";
  try {
    const child = new Deno.Command(program, {
      args: ["-c", PEER],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      clearEnv: true,
      env,
    }).spawn();
    const writer = child.stdin.getWriter();
    const input = {
      columns,
      labels,
      x: Array.from(vectors.data),
      width: vectors.width,
      runs: RUNS,
      resamples: RESAMPLES,
      few: LOOP_RESAMPLES,
      subcategories: SUBCATEGORIES,
      prompts: PROMPTS,
    };
    // a Python without numpy ends before it has read its input
    await writer.write(new TextEncoder().encode(JSON.stringify(input))).then(() => writer.close()).catch(
      () => {},
    );
    const { success, stdout } = await child.output();
    return success ? JSON.parse(new TextDecoder().decode(stdout)) : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
