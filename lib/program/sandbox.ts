/**
 * Runs translated programs in QuickJS, compiled to WebAssembly.
 *
 * The guest script is evaluated once; each program is one more script in the same context. Programs cannot name
 * anything of it (see translate.ts), its intrinsics are frozen, and `BEGIN` resets its registers, so programs do not see
 * each other. After a limit the context is thrown away all the same, and after an error of the host the whole module.
 */
import variant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from "quickjs-emscripten-core";
import type { Primitive } from "lib/canvas/mod.ts";
import { PALETTE } from "lib/canvas/mod.ts";
import type { Module } from "./ast.ts";
import { guestSource } from "./guest_source.ts";
import { translate } from "./translate.ts";
import { readRecord } from "./draw_record.ts";

export interface SandboxOptions {
  /** Stack of the engine in bytes. Deno's own stack must hold it: see the child process's flags. Default 65,536. */
  stackSize?: number;
  /** Memory a program may use in bytes, above what the guest itself uses. Default 32 MiB. */
  memory?: number;
  /** How often the engine may ask whether to go on, 10,000 branches or calls apart. Default 5,000. */
  interrupts?: number;
}

/** What became of a program. */
export interface Outcome {
  status: "ok" | "runtime_error" | "timeout" | "memory";
  /** The class, message and line of the exception that reached the top. */
  error?: { type: string; message: string; line: number };
  /** Every drawing call in order; empty unless `ok`. */
  primitives: Primitive[];
  /** Whether any drawing call returned. */
  drew: boolean;
  steps: number;
  /** Which limit ended the program, where it was not its own steps or memory. */
  limit?: "interrupts";
}

export interface Sandbox {
  run(module: Module, canvas: { rows: number; cols: number }): Outcome;
  /** True once the engine itself has failed: dispose of the sandbox and make another. */
  readonly isBroken: boolean;
  dispose(): void;
  [Symbol.dispose](): void;
}

const MIB = 1 << 20;
/**
 * What the engine's own stack and tables and the guest take. The engine's memory limit counts no bytes in this build, so
 * the limit is that of the WebAssembly memory.
 */
const BASE_MEMORY = 8 * MIB;
const PROGRAM = "p.js";
/** Numbers in the guest's record, before those of its summary (guest/canvas.js). */
const RECORD_SIZE = 1 << 11;

/** Everything that belongs to one context of the engine. */
interface Guest {
  runtime: QuickJSRuntime;
  context: QuickJSContext;
  report: QuickJSHandle;
  buffer: QuickJSHandle;
  knownNames: Set<string>;
  /** What is used of the guest's record, as much as its summary says if that is not known, and the summary. */
  record: (used?: number) => { numbers: Float64Array; tail: Float64Array };
}

/**
 * Makes a sandbox; it runs one program at a time, and is no cheaper than what it runs: keep it for many.
 *
 * @example
 * ```ts
 * import { createSandbox } from "lib/program/sandbox.ts";
 * import { parseProgram } from "lib/program/parse.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * using sandbox = await createSandbox();
 * const parsed = parseProgram("for r in range(0, 24, 12): canvas.set_pixel(r, 7 / 2, 'red')");
 * if (parsed.status !== "ok") throw new Error(parsed.status);
 * const { status, primitives, steps } = sandbox.run(parsed.module, { rows: 24, cols: 24 });
 * deepStrictEqual([status, primitives.length, steps], ["ok", 2, 5]);
 * deepStrictEqual(primitives[1], { kind: "set_pixel", r: 12, c: 3.5, color: "#d23232" });
 * ```
 *
 * @throws {RangeError} If the memory is no whole number of 64 KiB pages, at least one.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { stackSize = 65536, memory = 32 * MIB, interrupts = 5000 } = options;
  if (!(memory >= 65536 && memory % 65536 === 0)) {
    throw new RangeError(`Cannot make a sandbox: memory must be a multiple of 65536 bytes, got ${memory}`);
  }
  const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: (BASE_MEMORY + memory) / 65536 });
  const limited = newVariant(variant as unknown as QuickJSSyncVariant, { wasmMemory });
  const engine = await newQuickJSWASMModuleFromVariant(limited);
  const source = guestSource();
  const state = { interrupts: 0, chunks: [] as { numbers: Float64Array; bigs: string[] }[] };

  const open = () => openGuest(engine, source, { stackSize, limit: interrupts, state });
  let guest: Guest | null = open();
  let broken = false, disposed = false, runs = 0, pages = wasmMemory.buffer.byteLength;
  const used = () => {
    using usage = guest!.runtime.computeMemoryUsage();
    return guest!.context.dump(usage).memory_used_size as number;
  };
  const fresh = used();
  /** Makes sure, now and then and after programs that needed much, that the next one finds its memory free. */
  const tidy = () => {
    if (guest === null || ++runs % 256 !== 0 && wasmMemory.buffer.byteLength === pages) return;
    pages = wasmMemory.buffer.byteLength;
    if (used() > fresh + MIB) close();
  };

  const close = () => {
    const old = guest;
    guest = null;
    if (old === null) return;
    old.report.dispose();
    old.buffer.dispose();
    old.context.dispose();
    old.runtime.dispose();
  };
  /** Does something with the engine; whatever the host throws leaves the engine in no known state. */
  const guarded = <T>(f: () => T): T => {
    try {
      return f();
    } catch (error) {
      broken = true;
      throw error;
    }
  };

  const run = (module: Module, size: { rows: number; cols: number }): Outcome => {
    const outcome = attempt(module, size);
    if (!broken) tidy();
    return outcome;
  };
  const attempt = (module: Module, size: { rows: number; cols: number }, plain = false): Outcome => {
    if (broken || disposed) throw new TypeError("Cannot run a program: the sandbox is broken or disposed of");
    state.interrupts = 0; // before the guest is made: a program that ran out of them leaves none for it
    guest ??= guarded(open);
    const { context, knownNames, report, record } = guest;
    const { source, lines } = translate(module, { ...size, knownNames, plain });
    state.chunks = [];
    try {
      const result = context.evalCode(source, PROGRAM);
      if (result.error === undefined) {
        const { numbers, tail } = record();
        const [steps, , draws, digits] = tail;
        const bigs = digits === 0 ? [] : context.getString(result.value).split(",");
        result.value.dispose();
        state.chunks.push({ numbers, bigs });
        return {
          status: "ok",
          primitives: readRecord(state.chunks),
          drew: draws > 0,
          steps,
        };
      }
      return failed(result.error);
    } catch (error) {
      // The engine was aborted, most likely out of stack or memory of its own.
      broken = true;
      if (!(error instanceof Error)) throw error;
      const status = error instanceof RangeError || /call stack|recursion/i.test(error.message)
        ? "runtime_error" as const
        : "memory" as const;
      return {
        status,
        ...(status === "memory"
          ? {}
          : { error: { type: "RecursionError", message: error.message, line: 0 } }),
        primitives: [],
        drew: false,
        steps: 0,
      };
    }

    function failed(error: QuickJSHandle): Outcome {
      const none = { primitives: [], drew: false };
      if (state.interrupts > interrupts) {
        error.dispose();
        close();
        return { status: "timeout", ...none, steps: 0, limit: "interrupts" };
      }
      state.interrupts = 0;
      const told = context.callFunction(report, context.undefined, error);
      error.dispose();
      if (told.error !== undefined) {
        told.error.dispose();
        close();
        return { status: "memory", ...none, steps: 0 };
      }
      const r = JSON.parse(told.value.consume((h) => context.getString(h)));
      if (r.engine === true) close(); // an allocation failed somewhere in the middle of something
      if (r.status === "plain") return attempt(module, size, true);
      if (r.status === "runtime_error") {
        const line = lineOf(r.stack, r.skip, lines);
        if (r.internal !== undefined) internalErrors.push(`${r.internal}\n${r.stack}`);
        return {
          status: r.status,
          error: { type: r.type, message: r.message, line },
          ...none,
          steps: r.steps,
        };
      }
      return { status: r.status, ...none, steps: r.steps };
    }
  };

  const dispose = () => {
    disposed = true;
    if (!broken) close();
  };
  return {
    run,
    get isBroken() {
      return broken;
    },
    dispose,
    [Symbol.dispose]: dispose,
  };
}

/** Errors of the guest's own code that were shown to a program as a TypeError; for tests. */
export const internalErrors: string[] = [];

function openGuest(
  engine: QuickJSWASMModule,
  source: string,
  { stackSize, limit, state }: {
    stackSize: number;
    limit: number;
    state: { interrupts: number; chunks: { numbers: Float64Array; bigs: string[] }[] };
  },
): Guest {
  const runtime = engine.newRuntime();
  runtime.setMaxStackSize(stackSize);
  runtime.setInterruptHandler(() => ++state.interrupts > limit);
  const context = runtime.newContext();
  const run = (code: string, name: string) => context.unwrapResult(context.evalCode(code, name));
  run(source, "guest.js").dispose();
  const get = (name: string) => run(name, "guest.js");
  const buffer = get("recordBuffer()");
  const record = (used?: number) => {
    using copy = context.getArrayBuffer(buffer);
    const { buffer: memory, byteOffset } = copy.value;
    used ??= new Float64Array(memory, byteOffset + RECORD_SIZE * 8, 2)[1];
    const tail = memory.slice(byteOffset + RECORD_SIZE * 8, byteOffset + (RECORD_SIZE + 4) * 8);
    return {
      numbers: new Float64Array(memory.slice(byteOffset, byteOffset + used * 8)),
      tail: new Float64Array(tail),
    };
  };
  using onFull = context.newFunction("flush", (used, bigs) => {
    const text = context.getString(bigs);
    state.chunks.push({
      numbers: record(context.getNumber(used)).numbers,
      bigs: text === "" ? [] : text.split(","),
    });
  });
  using palette = context.newString(JSON.stringify(PALETTE));
  using configure = get("CONFIGURE");
  const names = context.unwrapResult(context.callFunction(configure, context.undefined, palette, onFull));
  const knownNames = new Set(names.consume((h) => context.getString(h)).split(","));
  const report = get("report");
  return { runtime, context, report, buffer, knownNames, record };
}

/** The program's line in an engine's stack: that of its innermost frame, after `skip` of them. */
function lineOf(stack: string, skip: number, lines: number[]): number {
  const frames = [...stack.matchAll(/\(?p\.js:(\d+)/g)];
  const frame = frames[Math.min(skip, frames.length - 1)];
  return frame === undefined ? 0 : lines[Number(frame[1])] ?? 0;
}
