/** `deno task judge`: a judge's scores of a run's drawings. */
import { parseArgs } from "node:util";
import {
  judge,
  judged,
  type JudgementAsk,
  movedVerdicts,
  notedSeed,
  parsedVerdicts,
  pictures,
  readingOf,
  readVerdicts,
  RunFile,
  settleMerge,
  withRunLock,
} from "lib/collect/mod.ts";
import { MEDIA, readRun, RUBRICS, type Run, VIEWS } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";
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
import { paceText, startProgress } from "./progress.ts";

const HELP = `deno task judge --run DIR --judge NAME --endpoint URL [OPTIONS]
deno task judge --run DIR --judge NAME --reparse FILE [--update]

Shows a vision model behind an OpenAI-compatible endpoint the run's valid layout drawings (512 x 512 PNG), each with
its prompt and the rubric, and writes its replies into DIR/judgements/NAME.parquet. Resumes like collect does. A reply
that cannot be parsed is kept, and the judge is asked again.

  --run DIR          the run's folder
  --judge NAME       the judge's id in the run
  --rubric RUBRIC    pixel-art or neutral, several with commas (canvas: pixel-art, svg: neutral)
  --medium MEDIUM    canvas or svg, several with commas (canvas)
  --view VIEW        of SVGs: native, drawn at 512, or matched, drawn at 24 and enlarged; several with commas (native)
  --model ID         only this model's drawings; may be given often
  --tries N          most replies for a picture until one can be parsed (3)
  --max-tokens N     most tokens of a reply (512)
  --seed N           what the requests' own seeds are drawn from (1, or what the run notes)
${ASKING_HELP}

  --reparse FILE     ask nobody: parse the replies that are there and print which scores differ from those saved in
                     FILE, which is written where it is not there yet, or with --update

Exit status: 0 every drawing has a score (reparse: none differs), 1 some have none, or it was ended early (reparse: some
differ), 2 the command was misused.`;

async function main(args: string[]): Promise<number> {
  let values;
  try {
    values = parseArgs({
      args,
      options: {
        ...askingOptions,
        judge: { type: "string" },
        rubric: { type: "string", multiple: true },
        medium: { type: "string", multiple: true },
        view: { type: "string", multiple: true },
        model: { type: "string", multiple: true },
        tries: { type: "string" },
        reparse: { type: "string" },
        update: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const name = values.judge;
  if (!values.run) throw new Misuse("--run is missing");
  if (!name) throw new Misuse("--judge is missing");
  const dir = values.run.replace(/(?<=.)\/+$/, "");
  const media = choices(values.medium, "medium", MEDIA) ?? ["canvas"];
  const rubrics = choices(values.rubric, "rubric", RUBRICS);
  const views = choices(values.view, "view", VIEWS) ?? ["native"];
  if (!media.includes("svg") && !views.includes("native")) {
    throw new Misuse("--view must be native for canvas, which is drawn at 24 x 24 as it is, got matched");
  }
  const tries = wholeNumber(values, "tries", 3);
  const maxTokens = wholeNumber(values, "max-tokens", 512);
  const concurrency = wholeNumber(values, "concurrency", 4);
  const dry = values["dry-run"] ?? false;
  const progress = startProgress(`judging by ${name}`);
  const { onProgress, onTrouble } = showSession(progress);
  const chat = dry || values.reparse !== undefined ? null : chatFrom(values, name, onTrouble);
  if (!isThere(`${dir}/run.json`)) throw new Misuse(`--run must be a run, there is no run.json in ${dir}`);
  if (values.reparse !== undefined) return reparse(dir, name, values.reparse, values.update ?? false);
  const run = dry ? await readRun(dir, { items: itemIds }) : await withRunLock(dir, async () => {
    await settleMerge(dir, "judgements", name);
    return await readRun(dir, { items: itemIds });
  });
  const models = values.model ?? run.models;
  const stranger = models.find((model) => !run.models.includes(model));
  if (stranger !== undefined) {
    throw new Misuse(`--model must be one of ${run.models.join(", ")}, got ${stranger}`);
  }
  const seed = wholeNumber(values, "seed", null, 0) ?? notedSeed(dir, `judge/${name}`) ?? 1;
  const asks: JudgementAsk[] = [];
  for (const [at, model] of models.entries()) {
    progress.update(0, `drawing ${model}, ${at + 1} of ${models.length}`);
    for (const medium of media) {
      for (const view of medium === "canvas" ? ["native"] as const : views) {
        const shown = await pictures(run, model, { medium, view });
        for (
          const rubric of rubrics ?? (medium === "canvas" ? ["pixel-art"] as const : ["neutral"] as const)
        ) {
          asks.push(...shown.map((picture) => ({ picture, rubric })));
        }
      }
    }
  }
  if (chat === null) {
    progress.end("nothing was asked");
    console.log(dryRun(run, name, asks, { tries, maxTokens }));
    return 0;
  }
  const tally = await untilInterrupted((signal) =>
    judge(run, {
      judge: name,
      chat,
      asks,
      seed,
      maxTokens,
      tries,
      settings: { asked_as: values.served ?? name },
      concurrency,
      retryFailed: values["retry-failed"] ?? false,
      signal,
      onProgress,
    })
  );
  progress.end(`${tally.complete ? "" : "ended early, "}${paceText(tally)}`);
  return tally.complete && tally.failed === 0 ? 0 : 1;
}

/** What would be shown, and how much of it was. */
function dryRun(
  run: Run,
  name: string,
  asks: readonly JudgementAsk[],
  { tries, maxTokens }: { tries: number; maxTokens: number },
): string {
  const kinds = new Map<string, JudgementAsk[]>();
  for (const ask of asks) {
    const { model, medium, view } = ask.picture;
    const kind = `${model}, ${medium}, ${view} view, ${ask.rubric} rubric`;
    const own = kinds.get(kind);
    if (own) own.push(ask);
    else kinds.set(kind, [ask]);
  }
  const lines = [`would show ${name} drawings of ${run.dir}:`];
  for (const [kind, own] of kinds) {
    const there = judged(run.dir, name, own), open = own.length - there;
    lines.push(
      `  ${kind}: ${own.length} valid drawings, ${there} asked about before, ${open} to ask about, ` +
        `${open} to ${open * tries} requests of at most ${maxTokens} tokens`,
    );
  }
  if (kinds.size === 0) lines.push("  none: the run has no valid layout drawing of that kind");
  return lines.join("\n");
}

async function reparse(dir: string, name: string, path: string, update: boolean): Promise<number> {
  const run = await readRun(dir, { items: itemIds });
  const after = parsedVerdicts(RunFile.read(dir, "judgements", name), run.models);
  const moved = isThere(path) ? movedVerdicts(readVerdicts(Deno.readTextFileSync(path)), after) : null;
  for (const { picture, before, after } of moved ?? []) {
    console.log(`${picture}: ${readingOf(before)} -> ${readingOf(after)}`);
  }
  if (moved === null || update) {
    Deno.writeTextFileSync(path, after.map((verdict) => JSON.stringify(verdict) + "\n").join(""));
  }
  const counted = `${after.length} pictures, ${
    after.filter(({ scores }) => scores !== null).length
  } with a score`;
  console.error(
    moved === null ? `${counted}, saved in ${path}` : `${counted}, ${moved.length} moved against ${path}`,
  );
  return moved === null || moved.length === 0 ? 0 : 1;
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) await runCommand("judge", () => main(Deno.args));
