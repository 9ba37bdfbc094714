import { linesOf } from "lib/program/mod.ts";
import { startProgress } from "./progress.ts";

/** A line's work under way. */
export interface LineWork {
  /** Whether nothing is waited for: then it is written in its turn at once. */
  ready: boolean;
  /** What is written for the line, or what is wrong with it after all. */
  text(): Promise<string | { fault: string }>;
}

/**
 * Reads JSON lines and writes a text for each, in their order and as they become ready. However long the input, only a
 * window of it is held. A line that cannot be worked on is reported on standard error by number, in its turn.
 *
 * @param file Standard input where it is null or `-`.
 * @param options.doing What goes on, and `done` what it has been for a line: for the bar and the last line.
 * @param options.window Most lines that are under way at once.
 * @param options.start Begins with a line's object; a sentence on what is wrong with it where it cannot.
 * @returns The exit status: 0 if every line could be worked on, else 1.
 * @throws {UnreadableFile} If the file cannot be read.
 */
export async function workOnJsonLines(
  file: string | null,
  { doing, done, window, start }: {
    doing: string;
    done: string;
    window: number;
    start: (entry: Record<string, unknown>) => LineWork | string;
  },
): Promise<0 | 1> {
  const { input, size } = await open(file);
  const progress = size > 0 ? startProgress(doing) : null;
  const pending: { line: number; work: LineWork }[] = [];
  let lines = 0, read = 0, written = 0, refused = 0;
  const refuse = (line: number, why: string) => {
    console.error(`line ${line}: ${why}`);
    refused++;
  };
  const writeFirst = async () => {
    const { line, work } = pending.shift()!;
    const text = await work.text();
    if (typeof text !== "string") return refuse(line, text.fault);
    await write(text);
    written++;
    progress?.update(Math.min(1, read / size), `${written} ${done}`);
  };
  for await (const line of linesOf(input, { last: true })) {
    lines++;
    read += line.length + 1; // characters for bytes: near enough for a bar
    if (line.trim() === "") continue;
    const entry = parseObject(line);
    const work = typeof entry === "string" ? entry : start(entry);
    if (typeof work === "string") {
      while (pending.length > 0) await writeFirst(); // so that complaints are in order too
      refuse(lines, work);
      continue;
    }
    pending.push({ line: lines, work });
    while (pending.length >= window || (pending.length > 0 && pending[0].work.ready)) await writeFirst();
  }
  while (pending.length > 0) await writeFirst();
  const summary = `${written} ${done}, ${refused} refused`;
  if (progress) progress.end(summary);
  else console.error(`${doing}: ${summary}`);
  return refused === 0 ? 0 : 1;
}

/** A file of the command line that cannot be read. */
export class UnreadableFile extends Error {}

/** A text for a complaint, cut where it is long. */
export function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}

async function open(
  file: string | null,
): Promise<{ input: ReadableStream<Uint8Array<ArrayBuffer>>; size: number }> {
  if (file === null || file === "-") return { input: Deno.stdin.readable, size: 0 };
  try {
    const opened = await Deno.open(file);
    return { input: opened.readable, size: (await opened.stat()).size };
  } catch (error) {
    throw new UnreadableFile(`cannot read ${file}: ${(error as Error).message}`);
  }
}

function parseObject(line: string): Record<string, unknown> | string {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return `not JSON: ${shown(line)}`;
  }
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    return `not an object: ${shown(line)}`;
  }
  return entry as Record<string, unknown>;
}

async function write(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += await Deno.stdout.write(bytes.subarray(written));
}
