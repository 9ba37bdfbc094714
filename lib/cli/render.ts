/**
 * `deno task render`: replies in as JSON lines, results out as JSON lines, in the same order and as they become
 * ready. However long the input, only a window of it is held.
 */
import { jobOf, type RenderOptions, RenderPool, type RenderResult } from "lib/program/mod.ts";
import { rasterRows } from "lib/canvas/mod.ts";
import { shown, UnreadableFile, workOnJsonLines } from "./json_lines.ts";
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
function jobOfEntry(
  { id, reply, medium = "canvas" }: Record<string, unknown>,
  options: RenderOptions,
): ReturnType<typeof jobOf> | string {
  if (id === undefined) return "field id is missing";
  if (typeof reply !== "string") {
    return reply === undefined
      ? "field reply is missing"
      : `field reply must be a string, got ${shown(JSON.stringify(reply))}`;
  }
  if (medium !== "canvas" && medium !== "svg") {
    return `field medium must be "canvas" or "svg", got ${shown(JSON.stringify(medium))}`;
  }
  return jobOf(reply, { ...options, medium }, "reply");
}

function outputLine(id: unknown, { raster, status, error, ...rest }: RenderResult, hex: boolean): string {
  const { rows, cols, rgb } = raster;
  const picture = hex ? { rows, cols, cells: rasterRows(raster) } : { rows, cols, rgb: rgb.toBase64() };
  return JSON.stringify({ id, status, error, raster: picture, ...rest }) + "\n";
}

async function main(options: Options): Promise<number> {
  await using pool = new RenderPool({ workers: options.workers });
  try {
    return await workOnJsonLines(options.file, {
      doing: "rendering",
      done: "rendered",
      window: 64 * (options.workers ?? navigator.hardwareConcurrency),
      start(entry) {
        const job = jobOfEntry(entry, options.render);
        if (typeof job === "string") return job;
        const result = pool.submit(job);
        result.catch(() => {}); // it is awaited later, in its turn
        return { ready: false, text: async () => outputLine(entry.id, await result, options.hex) };
      },
    });
  } catch (error) {
    if (error instanceof UnreadableFile) misused(error.message);
    throw error;
  }
}

if (import.meta.main) await runCommand("render", HELP, () => main(readOptions(Deno.args)));
