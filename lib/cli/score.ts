/**
 * `deno task score`: references and drawings in as JSON lines, scores with their working out as JSON lines, in the
 * same order and as they become ready. However long the input, only a window of it is held.
 */
import type { Primitive } from "lib/canvas/mod.ts";
import { jobOf, RenderPool, type RenderResult } from "lib/program/mod.ts";
import { explainScore, piou, type ScoreOptions } from "lib/score/mod.ts";
import { shown, UnreadableFile, workOnJsonLines } from "./json_lines.ts";
import { runCommand } from "./run_command.ts";

const HELP = `deno task score [FILE] [--explain] [--workers N]

Scores drawings against references. Reads JSON lines from FILE, or from standard input:

  {"id": ANY, "parts": [PRIMITIVE, ...], "primitives": [PRIMITIVE, ...] | "reply": TEXT,
   "colorStrict"?: false, "minOverlap"?: 0.1, "rows"?: 24, "cols"?: 24}

where a PRIMITIVE is {"kind", ...arguments named as in the canvas API, "color", "fill"?}, and writes for each, in
order, one JSON line:

  {"id", "piou", "piouPen", "overpaint", "pass", "assignment", "iou", "bestOverlap", "areas", "status"?, "error"?}

  reply       a model's reply, rendered first; "status" then says how it ended, and anything but ok scores 0
  --explain   text in place of JSON: where each score comes from
  --workers N processes that render replies, one a core

A line that cannot be scored is reported on standard error by number, field and value, and the rest is scored.
Exit status: 0 all lines were scored, 1 some were not, 2 the command was misused.
`;

interface Options {
  file: string | null;
  explain: boolean;
  workers?: number;
}

/** A line of input; the primitives are there, or a reply that makes them. */
interface Entry {
  id: unknown;
  parts: Primitive[];
  primitives?: Primitive[];
  reply?: string;
  options: ScoreOptions;
}

function misused(message: string): never {
  console.error(`${message}\nTry: deno task score --help`);
  Deno.exit(2);
}

function readOptions(args: readonly string[]): Options {
  const options: Options = { file: null, explain: false };
  for (let i = 0; i < args.length; i++) {
    const [name, inline] = args[i].split(/=(.*)/s);
    if (name === "--explain") options.explain = true;
    else if (name === "--workers") {
      const text = inline ?? args[++i] ?? "";
      if (!/^[1-9]\d{0,3}$/.test(text)) misused(`${name} must be a whole number in 1..9999, got "${text}"`);
      options.workers = Number(text);
    } else if (name.startsWith("-") && name !== "-") misused(`no such option: ${args[i]}`);
    else if (options.file !== null) misused(`one file at most, got a second: ${args[i]}`);
    else options.file = args[i];
  }
  return options;
}

/** A line's entry, or a sentence on what is wrong with it. */
function readEntry(entry: Record<string, unknown>): Entry | string {
  const { id, parts, primitives, reply, colorStrict, minOverlap } = entry;
  const must = (field: string, rule: string) =>
    entry[field] === undefined
      ? `field ${field} is missing`
      : `field ${field} must be ${rule}, got ${shown(JSON.stringify(entry[field]))}`;
  if (id === undefined) return must("id", "there");
  if (!Array.isArray(parts)) return must("parts", "a list of primitives");
  if (reply !== undefined && primitives !== undefined) {
    return "fields primitives and reply exclude each other";
  }
  if (reply === undefined && !Array.isArray(primitives)) {
    return primitives === undefined
      ? "field primitives or reply is missing"
      : must("primitives", "a list of primitives");
  }
  if (reply !== undefined && typeof reply !== "string") return must("reply", "a string");
  if (colorStrict !== undefined && typeof colorStrict !== "boolean") {
    return must("colorStrict", "true or false");
  }
  if (minOverlap !== undefined && !(typeof minOverlap === "number" && minOverlap >= 0 && minOverlap <= 1)) {
    return must("minOverlap", "a number in [0, 1]");
  }
  for (const field of ["rows", "cols"]) {
    const value = entry[field];
    if (
      value !== undefined &&
      !(typeof value === "number" && Number.isInteger(value) && value > 0 && value < 10_000)
    ) {
      return must(field, "a whole number in 1..9999");
    }
  }
  const { rows, cols } = entry;
  return { id, parts, primitives, reply, options: { colorStrict, minOverlap, rows, cols } } as Entry;
}

function outputLine(entry: Entry, rendered: RenderResult | null, explain: boolean): string {
  const primitives = rendered ? rendered.status === "ok" ? rendered.primitives : [] : entry.primitives!;
  const score = piou(entry.parts, primitives, entry.options);
  const outcome = rendered ? { status: rendered.status, error: rendered.error } : {};
  if (!explain) return JSON.stringify({ id: entry.id, ...score, ...outcome }) + "\n";
  const invalid = rendered && rendered.status !== "ok"
    ? `invalid, ${rendered.status}: ${rendered.error?.message ?? "no code"}\n`
    : "";
  return `# ${JSON.stringify(entry.id)}\n${invalid}${explainScore(score, entry.parts, primitives)}\n\n`;
}

async function main(options: Options): Promise<number> {
  const pools: RenderPool[] = []; // started by the first reply: where there is none, no process is
  await using stack = new AsyncDisposableStack();
  try {
    return await workOnJsonLines(options.file, {
      doing: "scoring",
      done: "scored",
      window: 64 * (options.workers ?? navigator.hardwareConcurrency),
      start(line) {
        const entry = readEntry(line);
        if (typeof entry === "string") return entry;
        let rendered: Promise<RenderResult> | null = null;
        if (entry.reply !== undefined) {
          if (pools.length === 0) pools.push(stack.use(new RenderPool({ workers: options.workers })));
          const { rows, cols } = entry.options;
          rendered = pools[0].submit(jobOf(entry.reply, { rows, cols }, "reply"));
          rendered.catch(() => {}); // it is awaited later, in its turn
        }
        return { ready: rendered === null, text: () => scoreLine(entry, rendered, options.explain) };
      },
    });
  } catch (error) {
    if (error instanceof UnreadableFile) misused(error.message);
    throw error;
  }
}

async function scoreLine(
  entry: Entry,
  rendered: Promise<RenderResult> | null,
  explain: boolean,
): Promise<string | { fault: string }> {
  const result = await rendered;
  try {
    return outputLine(entry, result, explain);
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

if (import.meta.main) await runCommand("score", HELP, () => main(readOptions(Deno.args)));
