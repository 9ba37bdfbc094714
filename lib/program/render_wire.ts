import { errorPattern } from "lib/canvas/mod.ts";
import type { RenderJob, RenderResult } from "./render_result.ts";

/*
 * What travels between a pool and its processes: JSON, one message a line, in order both ways. A process says "ready"
 * once, then answers each job with one line; so the first job without an answer is the one it is busy with.
 */

/** What a process says. */
export type Answer = { ready: true } | { result: RenderResult; spoiled: boolean };

/** A job as a line. */
export function jobLine({ reply, rows, cols }: RenderJob): string {
  return JSON.stringify({ reply, rows, cols }) + "\n"; // lone surrogates leave as escapes, so no reply is altered
}

/** A result as a line; the cells as base64, the error pattern not at all. */
export function resultLine({ result, spoiled }: { result: RenderResult; spoiled: boolean }): string {
  const { raster, ...rest } = result;
  const { rows, cols, rgb } = raster;
  const cells = result.status === "ok" ? rgb.toBase64() : null;
  return JSON.stringify({ ...rest, rows, cols, cells, spoiled }) + "\n";
}

/** Reads a line that a process wrote. */
export function readAnswer(line: string): Answer {
  const message = JSON.parse(line);
  if (message.ready) return { ready: true };
  const { rows, cols, cells, spoiled, ...rest } = message;
  const raster = cells === null
    ? errorPattern(rows, cols)
    : { rows, cols, rgb: Uint8Array.fromBase64(cells) };
  return { result: { ...rest, raster }, spoiled };
}

/**
 * The lines of a stream of bytes, as they become whole, without their ends.
 *
 * @param options `last`: whether a last line without an end counts; by default it is left out, as cut off.
 */
export async function* linesOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  { last = false }: { last?: boolean } = {},
): AsyncGenerator<string> {
  let rest: string[] = [];
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      rest.push(text.slice(from, at));
      yield rest.join("");
      rest = [];
      from = at + 1;
    }
    if (from < text.length) rest.push(text.slice(from));
  }
  if (last && rest.length > 0) yield rest.join("");
}
