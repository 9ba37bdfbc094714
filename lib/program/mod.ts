export type { Expr, Module, Span, Stmt } from "./ast.ts";
export { extractCode } from "./extract_code.ts";
export { parseProgram, type ParseResult } from "./parse.ts";
export { closeRenderers, jobOf, render, renderAll, type RenderOptions } from "./render.ts";
export { RenderPool } from "./render_pool.ts";
export type { Medium, RenderJob, RenderResult, RenderStatus } from "./render_result.ts";
export { linesOf } from "./render_wire.ts";
