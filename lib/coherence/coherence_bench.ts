/*
 * Silhouettes and structure distances at the paper's size beside scikit-learn and numpy, on the same embeddings.
 *
 * 12,000 vectors of 384 numbers make 24 strata of 500 drawings and 50 prompts, a silhouette each. Structure distances are
 * timed on a few cells of 11 drawings with 576 keys of 384 numbers, and scaled to the 1,200 cells of eight models and
 * 150 prompts: inside a mask of 264 patches, which is the simulated roster's mean, and inside all 576.
 *
 * The peer is the Python that AMBENCH_PYTHON names, or `python3`, with all threads that its BLAS takes; ours takes a
 * thread a core for structure and one for silhouettes.
 * Silhouettes: scikit-learn's, and numpy's product of the distance matrix with the labels. Structure: numpy's products
 * of each drawing's unit keys, then either norms of differences pair by pair, or all pairs at once from the products of
 * the flattened matrices. The faster of the two counts. Runs of ours and of the peer alternate, so that what else the
 * machine does hits both.
 */
import process from "node:process";
import { randomStream } from "lib/random/mod.ts";
import { quantile } from "lib/stats/mod.ts";
import { cosineSilhouette } from "./cosine_silhouette.ts";
import { PATCHES } from "./mod.ts";
import { structurePool } from "./structure_pool.ts";

const RUNS = 5, STRATA = 24, ROWS = 500, PROMPTS = 50, WIDTH = 384;
const CELLS = 4, DRAWINGS = 11, ALL_CELLS = 1200, MASK = 264;

const random = randomStream("coherence-bench");
const vectors = Float32Array.from({ length: STRATA * ROWS * WIDTH }, () => random.next() - 0.5);
const labels = Array.from({ length: ROWS }, (_, i) => String(i % PROMPTS));
const keys = Float32Array.from({ length: CELLS * DRAWINGS * PATCHES * WIDTH }, () => random.next() - 0.5);
const masks = {
  part: new Uint8Array(PATCHES).map((_, i) => (i * 353) % PATCHES < MASK ? 1 : 0),
  all: new Uint8Array(PATCHES).fill(1),
};

const pool = structurePool();
const work = {
  silhouettes: () => {
    let sum = 0;
    for (let s = 0; s < STRATA; s++) {
      const data = vectors.subarray(s * ROWS * WIDTH, (s + 1) * ROWS * WIDTH);
      sum += cosineSilhouette({ data, width: WIDTH }, labels);
    }
    return sum / STRATA;
  },
  part: () => structures(masks.part),
  all: () => structures(masks.all),
};

async function structures(mask: Uint8Array): Promise<number> {
  let sum = 0;
  const each = PATCHES * WIDTH;
  const cells = Array.from({ length: CELLS }, (_, cell) =>
    Array.from({ length: DRAWINGS }, (_, i) => {
      const from = (cell * DRAWINGS + i) * each;
      return keys.subarray(from, from + each);
    }));
  for (const distances of await Promise.all(cells.map((own) => pool.distances(own, mask)))) {
    sum += distances.reduce((total, distance) => total + distance, 0) / distances.length;
  }
  return sum / CELLS;
}

const PEER = `
import json, sys, time
import numpy as np
from sklearn.metrics import silhouette_score
folder, strata, rows, width, cells, drawings = sys.argv[1], *map(int, sys.argv[2:7])
x = np.fromfile(folder + "/vectors", dtype=np.float32).reshape(strata, rows, width)
keys = np.fromfile(folder + "/keys", dtype=np.float32).reshape(cells, drawings, 576, width)
labels = np.array(json.load(open(folder + "/labels.json")))
masks = {name: np.array(mask, dtype=bool) for name, mask in json.load(open(folder + "/masks.json")).items()}

def sklearn_silhouettes():
    return np.mean([silhouette_score(part, labels, metric="cosine") for part in x])

def numpy_silhouettes():
    scores = []
    names, of, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    member = (of[:, None] == np.arange(len(names))).astype(np.float32)
    for part in x:
        unit = part / np.linalg.norm(part, axis=1, keepdims=True)
        distances = 1 - unit @ unit.T
        np.fill_diagonal(distances, 0)
        totals = distances @ member
        a = totals[np.arange(len(of)), of] / (sizes[of] - 1)
        means = totals / sizes
        means[np.arange(len(of)), of] = np.inf
        b = means.min(axis=1)
        scores.append(((b - a) / np.maximum(a, b)).mean())
    return np.mean(scores)

def products(cell, mask):
    part = cell[:, mask]
    part = part / np.linalg.norm(part, axis=2, keepdims=True)
    return part @ part.transpose(0, 2, 1)

i, j = np.triu_indices(drawings, 1)

def pair_by_pair(mask):
    means = []
    for cell in keys:
        s = products(cell, mask)
        means.append(np.mean([np.linalg.norm(s[a] - s[b]) for a, b in zip(i, j)]) / mask.sum())
    return np.mean(means)

def at_once(mask):
    means = []
    for cell in keys:
        flat = products(cell, mask).reshape(drawings, -1)
        dots = flat @ flat.T
        squares = np.diag(dots)
        means.append(np.sqrt(np.maximum(squares[i] + squares[j] - 2 * dots[i, j], 0)).mean() / mask.sum())
    return np.mean(means)

forms = {"silhouettes": [sklearn_silhouettes, numpy_silhouettes]}
for name, mask in masks.items():
    forms[name] = [lambda mask=mask: pair_by_pair(mask), lambda mask=mask: at_once(mask)]
import sklearn
print(json.dumps(f"numpy {np.__version__}, scikit-learn {sklearn.__version__}"), flush=True)
for line in sys.stdin:
    results = []
    for form in forms[line.strip()]:
        start = time.perf_counter()
        value = form()
        results.append([time.perf_counter() - start, float(value)])
    print(json.dumps(results), flush=True)
`;

const names = ["silhouettes", "part", "all"] as const;
const what = {
  silhouettes: `silhouettes, ${STRATA} x ${ROWS} x ${WIDTH}`,
  part: `structure, all prompts, ${MASK} patches`,
  all: "structure, all prompts, 576 patches",
};
const scale = { silhouettes: 1, part: ALL_CELLS / CELLS, all: ALL_CELLS / CELLS };

const peer = await openPeer();
const ours = new Map<string, number[]>(), theirs = new Map<string, number[][]>();
const values = new Map<string, [number, number][]>();
for (let run = 0; run <= RUNS; run++) {
  for (const name of names) {
    const start = performance.now(), value = await work[name]();
    const seconds = (performance.now() - start) / 1000;
    const results = await peer?.ask(name);
    if (run === 0) continue; // the first one warms up
    ours.set(name, [...ours.get(name) ?? [], seconds]);
    if (results) {
      theirs.set(name, results.map(([seconds], form) => [...theirs.get(name)?.[form] ?? [], seconds]));
      values.set(name, results.map(([, other]) => [value, other]));
    }
  }
}
await peer?.close();
await pool[Symbol.asyncDispose]();

console.log(
  peer
    ? `peer: ${peer.versions}`
    : "NO PEER: no Python with numpy and scikit-learn (AMBENCH_PYTHON, python3): nothing was compared",
);
console.log(`median of ${RUNS} runs, seconds`.padEnd(44), "    ours      peer   peer / ours");
for (const name of names) {
  const mine = scale[name] * quantile(ours.get(name)!, 0.5);
  const forms = theirs.get(name)?.map((times) => scale[name] * quantile(times, 0.5));
  const other = forms && Math.min(...forms);
  const cells = [mine.toFixed(3), other?.toFixed(3) ?? "-", other ? (other / mine).toFixed(2) : "-"];
  console.log(what[name].padEnd(44), cells.map((text) => text.padStart(9)).join(" "));
  const gaps = values.get(name)?.map(([own, other]) => Math.abs(own - other)) ?? [];
  if (gaps.some((gap) => !(gap < 1e-4))) {
    throw new Error(`ours and the peer's ${name} differ by ${Math.max(...gaps)}`);
  }
}

interface Peer {
  versions: string;
  /** Seconds and result of each of the peer's forms. */
  ask(name: string): Promise<[number, number][]>;
  close(): Promise<void>;
}

async function openPeer(): Promise<Peer | null> {
  const folder = Deno.makeTempDirSync();
  Deno.writeFileSync(`${folder}/vectors`, new Uint8Array(vectors.buffer));
  Deno.writeFileSync(`${folder}/keys`, new Uint8Array(keys.buffer));
  Deno.writeTextFileSync(`${folder}/labels.json`, JSON.stringify(labels));
  Deno.writeTextFileSync(
    `${folder}/masks.json`,
    JSON.stringify({ part: [...masks.part], all: [...masks.all] }),
  );
  const remove = () => Deno.removeSync(folder, { recursive: true });
  let child;
  try {
    child = new Deno.Command(process.env.AMBENCH_PYTHON ?? "python3", {
      args: ["-c", PEER, folder, ...[STRATA, ROWS, WIDTH, CELLS, DRAWINGS].map(String)],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
  } catch (error) {
    remove();
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  const writer = child.stdin.getWriter(),
    reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const line = async (): Promise<string | null> => {
    while (!text.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) return null;
      text += value;
    }
    const end = text.indexOf("\n"), own = text.slice(0, end);
    text = text.slice(end + 1);
    return own;
  };
  const close = async () => {
    await writer.close().catch(() => {});
    await reader.cancel().catch(() => {});
    await child.status;
    remove();
  };
  const versions = await line();
  if (versions === null) {
    await close();
    return null;
  }
  return {
    versions: JSON.parse(versions),
    ask: async (name) => {
      await writer.write(new TextEncoder().encode(`${name}\n`));
      const reply = await line();
      if (reply === null) throw new Error("the peer ended before its time");
      return JSON.parse(reply);
    },
    close,
  };
}
