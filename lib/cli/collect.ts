/** `deno task collect`: a model's replies into a run. */
import { parseArgs } from "node:util";
import { alreadyThere, collect, type GenerationAsk, generationAsks, notedSeed } from "lib/collect/mod.ts";
import { MEDIA, TASKS } from "lib/run/mod.ts";
import {
  ASKING_HELP,
  askingOptions,
  chatFrom,
  choices,
  Misuse,
  runCommand,
  showSession,
  untilInterrupted,
  wholeNumber,
} from "./asking.ts";
import { collectCausal } from "./collect_causal.ts";
import { collectShowTell } from "./collect_showtell.ts";
import { paceText, startProgress } from "./progress.ts";

const HELP = `deno task collect --run DIR --model NAME --endpoint URL [OPTIONS]

Asks a model behind an OpenAI-compatible endpoint (vLLM, Ollama, llama.cpp server, LM Studio, OpenRouter) for its
drawings and writes them into the run in DIR, which is made where there is none. Each reply is on disk, in
DIR/generations/NAME.log.jsonl, before it counts; at the end, or when interrupted, they become
DIR/generations/NAME.parquet. Called again, it asks for what is not there yet and for nothing else. A server that goes
away, or lets nobody in, ends it without a mark on the attempts that met it so.

Requests state temperature, seed and length. What else shapes sampling is the server's own: top-k, top-p and min-p in
llama.cpp, a model's generation_config in vLLM. Start it with these off where temperature alone should count, and with
room for prompt and reply together (some 3,300 tokens on the canvas).

  --run DIR          the run's folder; its last part is a new run's name
  --model NAME       the model's id in the run
  --family NAME      which family it belongs to
  --size BILLIONS    its parameters, in billions
  --task TASK        layout, translation, ladder or icons; several with commas (all of them, for SVG layout alone)
                     showtell, alone: 180 items answered in words and, in other calls, drawn in the medium
                     causal, alone: the model goes on with its own canvas layouts of the run, cut behind the first
                     drawing statement, in four arms (9 attempts an item and arm); needs a server that goes on with
                     a prefix: llama.cpp's, vLLM, or one that takes an assistant's message to be gone on with
  --medium MEDIUM    canvas or svg (canvas)
  --samples N        attempts an item, of which one is greedy and the others at temperature 0.7 (layout 11, others 12)
  --max-tokens N     most tokens of a reply (canvas 1024, svg 2048)
  --seed N           what the attempts' own seeds are drawn from (1, or what the run notes)
  --items N          for causal: most items, chosen by seed (all)
  --continue-by WAY  for causal: template, continue_final_message or prefill, without finding out which of them works
  --fold-system      put the system prompt into the user's message, for models whose template has no system role
${ASKING_HELP}

Exit status: 0 all attempts are there, 1 some failed or it was ended early, 2 the command was misused.`;

async function main(args: string[]): Promise<number> {
  let values;
  try {
    values = parseArgs({
      args,
      options: {
        ...askingOptions,
        model: { type: "string" },
        family: { type: "string" },
        size: { type: "string" },
        task: { type: "string", multiple: true },
        medium: { type: "string" },
        samples: { type: "string" },
        "fold-system": { type: "boolean" },
        items: { type: "string" },
        "continue-by": { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const { model, family } = values;
  if (!values.run) throw new Misuse("--run is missing");
  if (!model) throw new Misuse("--model is missing");
  const dir = values.run.replace(/(?<=.)\/+$/, "");
  if (values.task?.join() === "causal") return await collectCausal(values, dir, model);
  if (values.task?.join() === "showtell") return await collectShowTell(values, dir, model);
  const [medium = "canvas"] =
    choices(values.medium === undefined ? undefined : [values.medium], "medium", MEDIA) ?? [];
  const tasks = choices(values.task, "task", TASKS) ?? (medium === "svg" ? ["layout"] as const : TASKS);
  const size = values.size === undefined ? undefined : Number(values.size);
  if (size !== undefined && !(size > 0 && size < Infinity)) {
    throw new Misuse(`--size must be a positive number, got ${values.size}`);
  }
  const seed = wholeNumber(values, "seed", null, 0) ?? notedSeed(dir, `collect/${model}`) ?? 1;
  const foldSystem = values["fold-system"] ?? false;
  let asks: GenerationAsk[];
  try {
    asks = generationAsks(model, {
      tasks,
      medium,
      seed,
      foldSystem,
      samples: wholeNumber(values, "samples", undefined),
      maxTokens: wholeNumber(values, "max-tokens", undefined),
    });
  } catch (error) {
    if (error instanceof RangeError) throw new Misuse(error.message);
    throw error;
  }
  if (values["dry-run"]) {
    console.log(dryRun(dir, model, asks));
    return 0;
  }
  const progress = startProgress(`collecting ${model}`);
  const { onProgress, onTrouble, onNotice } = showSession(progress);
  const chat = chatFrom(values, model, onTrouble);
  const concurrency = wholeNumber(values, "concurrency", 4);
  const tally = await untilInterrupted((signal) =>
    collect({
      dir,
      model: { id: model, family, size },
      chat,
      asks,
      seed,
      settings: { asked_as: values.served ?? model, system_role: !foldSystem },
      concurrency,
      retryFailed: values["retry-failed"] ?? false,
      signal,
      onProgress,
      onNotice,
    })
  );
  progress.end(`${tally.complete ? "" : "ended early, "}${paceText(tally)}`);
  return tally.complete && tally.failed === 0 ? 0 : 1;
}

/** What would be asked, how much of it is there, and the first of it in full. */
function dryRun(dir: string, model: string, asks: readonly GenerationAsk[]): string {
  const lines = [`would ask ${model} into ${dir}:`];
  const characters = (ask: GenerationAsk) =>
    ask.messages.reduce((sum, { content }) => sum + content.length, 0);
  for (const task of TASKS) {
    const own = asks.filter((ask) => ask.task === task);
    if (own.length === 0) continue;
    const items = new Set(own.map(({ item }) => item)).size;
    const there = alreadyThere(dir, "generations", model, own);
    const open = own.length - there;
    lines.push(
      `  ${task} on ${own[0].medium}: ${items} items x ${own.length / items} attempts = ${own.length}, ` +
        `${there} there, ${open} to ask; at most ${open * own[0].maxTokens} tokens of replies ` +
        `(${own[0].maxTokens} each), prompts of ${
          Math.round(own.reduce((sum, ask) => sum + characters(ask), 0) / own.length)
        } characters`,
    );
  }
  const [first] = asks;
  if (first) {
    lines.push(
      "",
      `the first: ${first.task} ${first.item}, temperature ${first.temperature}, seed ${first.seed}`,
    );
    for (const { role, content } of first.messages) lines.push("", `[${role}]`, String(content));
  }
  return lines.join("\n");
}

if (import.meta.main) await runCommand("collect", () => main(Deno.args));
