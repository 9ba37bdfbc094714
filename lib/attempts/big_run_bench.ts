/**
 * What ten times the paper costs: a run of 13,200 layout attempts beside one of 132,000, each with its translations,
 * rendered, scored and summarised in a process of its own whose peak of memory is reported. All programs differ.
 */
import { addTable, createRun, type Generation, readRun } from "lib/run/mod.ts";
import { ROSTER } from "lib/simulate/mod.ts";
import { layoutScenes, references } from "lib/tasks/mod.ts";
import { layoutAttempt } from "../simulate/layout_attempt.ts";
import { generationFrame } from "../simulate/simulate.ts";
import { translationAttempt } from "../simulate/translation_attempt.ts";
import { attemptBlocks, renderAttempts, scoreAttempts, translationSummary, validity } from "./mod.ts";

/** What a measuring process prints. */
interface Measured {
  attempts: number;
  translations: number;
  seconds: { render: number; again: number; score: number; summary: number };
  /** MiB: when all attempts had gone by a block at a time, and when they had been held together. */
  streamed: number;
  peak: number;
  valid: number;
  mean: number;
}

const SEED = 1;

async function makeRun(dir: string, layoutSamples: number, translationSamples: number): Promise<void> {
  createRun(dir, {
    name: "big",
    origin: "simulated",
    models: ROSTER.map(({ id, family, size }) => ({ id, family, size })),
    judges: [],
    seeds: { simulation: SEED },
  });
  for (const model of ROSTER) {
    const rows: Generation[] = [];
    const add = (task: Generation["task"], item: string, sample: number, made: Partial<Generation>) => {
      rows.push({ model: model.id, task, medium: "canvas", item, sample, ...made } as Generation);
    };
    for (const scene of layoutScenes()) {
      for (let sample = 0; sample < layoutSamples; sample++) {
        add("layout", scene.id, sample, layoutAttempt(model, scene, sample, SEED));
      }
    }
    for (const reference of references()) {
      for (let sample = 0; sample < translationSamples; sample++) {
        add("translation", reference.id, sample, translationAttempt(model, reference, sample, SEED));
      }
    }
    await addTable(dir, "generations", generationFrame(rows), { owner: model.id });
  }
}

/** The most memory that this process has had, in MiB: the kernel's own count where it keeps one. */
function peakMemory(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(Deno.readTextFileSync("/proc/self/status"))![1]) / 1024;
  } catch {
    return Deno.memoryUsage().rss / 2 ** 20;
  }
}

async function measure(dir: string): Promise<Measured> {
  const run = await readRun(dir);
  const seconds: number[] = [];
  const timed = async <T>(act: () => T | Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await act();
    seconds.push((performance.now() - from) / 1000);
    return result;
  };
  await timed(async () => {
    for await (const _ of attemptBlocks(run, "layout"));
  });
  const streamed = peakMemory();
  const attempts = await timed(() => renderAttempts(run, "layout"));
  const scored = await timed(() => scoreAttempts(run, "translation"));
  const [rates, summaries] = await timed(() =>
    [validity(attempts), translationSummary(scored, { resamples: 1000 })] as const
  );
  const [render, again, score, summary] = seconds;
  const all = rates.filter(({ tier }) => tier === "all");
  return {
    attempts: attempts.length,
    translations: scored.length,
    seconds: { render, again, score, summary },
    streamed,
    peak: peakMemory(),
    valid: all.reduce((sum, { valid }) => sum + valid.k, 0) / attempts.length,
    mean: summaries.reduce((sum, { mean }) => sum + mean, 0) / summaries.length,
  };
}

async function compare(): Promise<void> {
  const folder = await Deno.makeTempDir();
  const table: Record<string, string>[] = [];
  const first: Measured[] = [];
  try {
    for (const times of [1, 10]) {
      const dir = `${folder}/x${times}`;
      await makeRun(dir, 11 * times, 2 * times);
      const { success, stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", import.meta.url, "--measure", dir],
        env: { AMBENCH_CACHE: `${folder}/cache` }, // an empty one: everything is rendered
        stderr: "inherit",
      }).output();
      if (!success) throw new Error(`Cannot measure ${dir}`);
      const found = JSON.parse(new TextDecoder().decode(stdout)) as Measured;
      const of = (name: keyof Measured["seconds"]) => `${found.seconds[name].toFixed(1)} s`;
      first.push(found);
      const memory = (name: "streamed" | "peak") =>
        `${found[name].toFixed(0)} MiB (${(found[name] / first[0][name]).toFixed(2)} x)`;
      table.push({
        "layout attempts": found.attempts.toLocaleString("en-US"),
        translations: found.translations.toLocaleString("en-US"),
        "render": of("render"),
        "from cache": of("again"),
        "render + score": of("score"),
        summarise: of("summary"),
        "peak, streamed": memory("streamed"),
        "peak, all held": memory("peak"),
        "valid": `${(100 * found.valid).toFixed(1)} %`,
        "mean PIoU": found.mean.toFixed(3),
      });
      console.log(Object.entries(table.at(-1)!).map(([name, value]) => `${name} ${value}`).join(", "));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  console.table(table);
  console.log("Peak memory is the scoring process's; the renderers beside it hold one reply at a time.");
  console.log(
    "Streamed: attempts go by a block at a time. All held: every attempt's values, and its summaries.",
  );
}

if (Deno.args[0] === "--measure") console.log(JSON.stringify(await measure(Deno.args[1])));
else await compare();
