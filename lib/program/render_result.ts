import { errorPattern, type Primitive, type Raster } from "lib/canvas/mod.ts";

/** What a reply is written in: `canvas`, a Python program over the canvas API, or `svg`. */
export type Medium = "canvas" | "svg";

/** How a reply ended; anything but `ok` is invalid. */
export type RenderStatus =
  | "ok"
  | "empty"
  | "syntax_error"
  | "forbidden"
  | "runtime_error"
  | "timeout"
  | "memory";

/** What became of a reply. */
export interface RenderResult {
  status: RenderStatus;
  /** For what was refused or raised: the class (for `forbidden` the name), a sentence, the line from 1. */
  error?: { type: string; message: string; line: number };
  /** The picture; unless `ok` the error pattern. */
  raster: Raster;
  /** Every drawing call in order, arguments unrounded; none unless `ok`, none for SVG. */
  primitives: Primitive[];
  /** Whether more than 98 % of the cells share one colour; false unless `ok`. */
  trivial: boolean;
  /** Steps taken by a program; 0 for SVG. */
  steps: number;
  /** Which limit ended it; `wall` is the only one that another machine might not have met. */
  limit?: string;
}

/** A reply to be rendered, its options settled. For SVG `rows` and `cols` are the picture's edge. */
export interface RenderJob {
  reply: string;
  medium: Medium;
  rows: number;
  cols: number;
}

/** The result of a reply that was ended from outside: its process was killed, or broke. */
export function endedResult(
  { rows, cols }: RenderJob,
  status: "timeout" | "memory",
  limit: string,
  message: string,
): RenderResult {
  return {
    status,
    error: { type: status === "timeout" ? "TimeoutError" : "MemoryError", message, line: 1 },
    raster: errorPattern(rows, cols),
    primitives: [],
    trivial: false,
    steps: 0,
    limit,
  };
}
