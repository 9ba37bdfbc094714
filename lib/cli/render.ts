/**
 * `deno task render`: replies in as JSON lines, results out as JSON lines, in the same order and as they become
 * ready. However long the input, only a window of it is held.
 */
import { jobOf, linesOf, type RenderOptions, RenderPool, type RenderResult } from "lib/program/mod.ts";
import { rasterRows } from "lib/canvas/mod.ts";
import { startProgress } from "./progress.ts";
import { runCommand } from "./run_command.ts";

const HELP = `deno task render [FILE] [--hex] [--rows N] [--cols N] [--size N] [--workers N]

Renders model replies. Reads JSON lines from FILE, or from standard input:

  {"id": ANY, "reply": TEXT, "medium": "canvas" | "svg"}      medium is canvas (Python) where it is left out

and writes for each, in order, one JSON line:

  {"id", "status", "error"?: {"type", "message", "line"}, "raster", "primitives", "trivial", "steps", "limit"?}

  status      ok, empty, syntax_error, forbidden, runtime_error, timeout or memory; all of them are results
  raster      {"rows", "cols", "rgb"}: base64 of 3 bytes a cell, row by row from the top; the error pattern unless ok
  --hex       raster {"rows", "cols", "cells"} instead: a list of rows of "#rrggbb"
  --rows N, --cols N    the canvas, 24 x 24
  --size N    the edge of an SVG's picture, 24
  --workers N processes, one a core

A line that is no such object is reported on standard error by number, field and value, and the rest is rendered.
Exit status: 0 all lines were rendered, 1 some were not, 2 the command was misused.
`;

interface Options {
  file: string | null;
  hex: boolean;
  workers?: number;
  render: RenderOptions;
}

function misused(message: string): never {
  console.error(`${message}\nTry: deno task render --help`);
  Deno.exit(2);
}

function readOptions(args: readonly string[]): Options {
  const options: Options = { file: null, hex: false, render: {} };
  for (let i = 0; i < args.length; i++) {
    const [name, inline] = args[i].split(/=(.*)/s);
    if (name === "--hex") options.hex = true;
    else if (name === "--rows" || name === "--cols" || name === "--size" || name === "--workers") {
      const text = inline ?? args[++i] ?? "";
      if (!/^[1-9]\d{0,3}$/.test(text)) misused(`${name} must be a whole number in 1..9999, got "${text}"`);
      if (name === "--workers") options.workers = Number(text);
      else options.render[name.slice(2) as "rows" | "cols" | "size"] = Number(text);
    } else if (name.startsWith("-") && name !== "-") misused(`no such option: ${args[i]}`);
    else if (options.file !== null) misused(`one file at most, got a second: ${args[i]}`);
    else options.file = args[i];
  }
  return options;
}

/** A line's job, or a sentence on what is wrong with it. */
function readLine(
  line: string,
  options: RenderOptions,
): { id: unknown; job: ReturnType<typeof jobOf> } | string {
  let entry;
  try {
    entry = JSON.parse(line);
  } catch {
    return `not JSON: ${shown(line)}`;
  }
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    return `not an object: ${shown(line)}`;
  }
  const { id, reply, medium = "canvas" } = entry;
  if (id === undefined) return "field id is missing";
  if (typeof reply !== "string") {
    return reply === undefined
      ? "field reply is missing"
      : `field reply must be a string, got ${shown(JSON.stringify(reply))}`;
  }
  if (medium !== "canvas" && medium !== "svg") {
    return `field medium must be "canvas" or "svg", got ${shown(JSON.stringify(medium))}`;
  }
  return { id, job: jobOf(reply, { ...options, medium }, "reply") };
}

function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}

function outputLine(id: unknown, { raster, status, error, ...rest }: RenderResult, hex: boolean): string {
  const { rows, cols, rgb } = raster;
  const picture = hex ? { rows, cols, cells: rasterRows(raster) } : { rows, cols, rgb: rgb.toBase64() };
  return JSON.stringify({ id, status, error, raster: picture, ...rest }) + "\n";
}

async function write(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += await Deno.stdout.write(bytes.subarray(written));
}

async function main(options: Options): Promise<number> {
  let input = Deno.stdin.readable, size = 0;
  if (options.file !== null && options.file !== "-") {
    try {
      const file = await Deno.open(options.file);
      size = (await file.stat()).size;
      input = file.readable;
    } catch (error) {
      misused(`cannot read ${options.file}: ${(error as Error).message}`);
    }
  }
  await using pool = new RenderPool({ workers: options.workers });
  const pending: { id: unknown; result: Promise<RenderResult> }[] = [];
  const window = 64 * (options.workers ?? navigator.hardwareConcurrency);
  const progress = size > 0 ? startProgress("rendering") : null;
  let lines = 0, read = 0, rendered = 0, refused = 0;
  const writeFirst = async () => {
    const { id, result } = pending.shift()!;
    await write(outputLine(id, await result, options.hex));
    rendered++;
    progress?.update(Math.min(1, read / size), `${rendered} rendered`);
  };
  for await (const line of linesOf(input, { last: true })) {
    lines++;
    read += line.length + 1; // characters for bytes: near enough for a bar
    if (line.trim() === "") continue;
    const entry = readLine(line, options.render);
    if (typeof entry === "string") {
      console.error(`line ${lines}: ${entry}`);
      refused++;
      continue;
    }
    const result = pool.submit(entry.job);
    result.catch(() => {}); // it is awaited later, in its turn
    pending.push({ id: entry.id, result });
    if (pending.length >= window) await writeFirst();
  }
  while (pending.length > 0) await writeFirst();
  const summary = `${rendered} rendered, ${refused} refused`;
  if (progress) progress.end(summary);
  else console.error(`rendering: ${summary}`);
  return refused === 0 ? 0 : 1;
}

if (import.meta.main) await runCommand("render", HELP, () => main(readOptions(Deno.args)));
