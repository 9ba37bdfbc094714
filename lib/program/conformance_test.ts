import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { errorPattern, rasterRows } from "lib/canvas/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { renderAll } from "./render.ts";
import type { RenderResult } from "./render_result.ts";

/** A case of testdata/executor.jsonl: a reply, and what CPython 3.11 makes of it. */
interface ExecutorCase {
  id: string;
  group: string;
  why: string;
  reply: string;
  expect: {
    status: string;
    statusOneOf?: string[];
    errorType: string | null;
    pixels: "error" | { legend: string[]; rows: string[] };
    primitives: unknown[][];
    trivial?: boolean;
  };
}

/** A case of testdata/hostile_python.jsonl. */
interface HostileCase {
  id: string;
  why: string;
  input?: string;
  inputBase64?: string;
  expect: {
    status?: string;
    statusIn?: string[];
    errorClass?: string;
    line?: number;
    cells?: [number, number, string][];
    elsewhere?: string;
  };
}

function read<T>(name: string): T[] {
  const text = Deno.readTextFileSync(new URL(`./testdata/${name}`, import.meta.url));
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}

const executor = read<ExecutorCase>("executor.jsonl");
const hostile = read<HostileCase>("hostile_python.jsonl");

// The order of arguments in a case's primitives.
const FIELDS: Record<string, string[]> = {
  fill: ["color"],
  set_pixel: ["r", "c", "color"],
  rect: ["r", "c", "h", "w", "color", "fill"],
  circle: ["cr", "cc", "radius", "color", "fill"],
  line: ["r1", "c1", "r2", "c2", "color"],
  poly: ["points", "color", "fill"],
};

/** Rows of cells from runs: `i` one cell, `ixn` n cells of legend[i], "=" the row above. */
function cellsOf({ legend, rows }: { legend: string[]; rows: string[] }): string[][] {
  const cells: string[][] = [];
  for (const row of rows) {
    cells.push(
      row === "=" ? cells.at(-1)! : row.split(" ").flatMap((run) => {
        const [index, count] = run.split("x");
        return Array(Number(count ?? 1)).fill(legend[Number(index)]);
      }),
    );
  }
  return cells;
}

/** Whether two values are the same, numbers to a relative 1e-9. */
function alike(a: unknown, b: unknown): boolean {
  if (typeof a === "number" && typeof b === "number") {
    return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => alike(item, b[i]));
  }
  return a === b;
}

/** What about a result differs from a case's expectation, in words. */
function differences({ expect }: ExecutorCase, result: RenderResult): string[] {
  const found: string[] = [];
  const { status, error, raster, primitives, trivial } = result;
  if (!(expect.statusOneOf ?? [expect.status]).includes(status)) {
    return [`status ${status} (${error?.type}: ${error?.message}), not ${expect.status}`];
  }
  if (status !== expect.status) return [];
  if (expect.errorType !== null && error?.type !== expect.errorType) {
    found.push(`class ${error?.type} (${error?.message}), not ${expect.errorType}`);
  }
  const cells = expect.pixels === "error" ? rasterRows(errorPattern(24, 24)) : cellsOf(expect.pixels);
  if (JSON.stringify(rasterRows(raster)) !== JSON.stringify(cells)) found.push("other pixels");
  const calls = primitives.map((
    call,
  ) => [call.kind, ...FIELDS[call.kind].map((field) => call[field as "kind"])]);
  if (!alike(calls, expect.primitives)) found.push(`calls ${JSON.stringify(calls).slice(0, 300)}`);
  if (trivial !== (status === "ok" && expect.trivial)) found.push(`trivial ${trivial}`);
  return found;
}

function hostileDifferences({ expect }: HostileCase, { status, error, raster }: RenderResult): string[] {
  const found: string[] = [];
  if (!(expect.statusIn ?? [expect.status]).includes(status)) {
    return [`status ${status} (${error?.type}: ${error?.message})`];
  }
  if (expect.errorClass !== undefined && error?.type !== expect.errorClass) {
    found.push(`class ${error?.type}`);
  }
  if (expect.line !== undefined && error?.line !== expect.line) found.push(`line ${error?.line}`);
  if (status !== "ok" || expect.elsewhere === undefined) return found;
  const cells = Array.from({ length: 24 }, () => Array(24).fill(expect.elsewhere));
  for (const [row, col, color] of expect.cells ?? []) cells[row][col] = color;
  if (JSON.stringify(rasterRows(raster)) !== JSON.stringify(cells)) found.push("other pixels");
  return found;
}

const inputOf = ({ input, inputBase64 }: HostileCase) =>
  input ?? new TextDecoder().decode(Uint8Array.fromBase64(inputBase64!));

let quiet: RenderResult[] | undefined;

Deno.test("every program of executor.jsonl ends as under CPython 3.11: status, class, pixels, calls, trivial", async () => {
  quiet = await renderAll(executor.map(({ reply }) => reply));
  const wrong = executor.flatMap((one, i) =>
    differences(one, quiet![i]).map((difference) => `${one.id} (${one.why}): ${difference}`)
  );
  deepStrictEqual(wrong, []);
});

Deno.test("hostile programs get their status, and change no result of the programs between them", async () => {
  const random = randomStream("hostile programs");
  const order = random.shuffle(hostile),
    neighbours = random.shuffle(executor.map((_, i) => i)).slice(0, hostile.length);
  const replies = order.flatMap((one, k) => [inputOf(one), executor[neighbours[k]].reply]);
  const started = performance.now();
  const results = await renderAll(replies);
  const wrong = order.flatMap((one, k) => [
    ...hostileDifferences(one, results[2 * k]).map((difference) => `${one.id} (${one.why}): ${difference}`),
    ...differences(executor[neighbours[k]], results[2 * k + 1]).map((difference) =>
      `after ${one.id}: ${difference}`
    ),
  ]);
  deepStrictEqual(wrong, []);
  ok(performance.now() - started < 120_000);
});

Deno.test("results do not depend on the number of workers or the order of replies", async () => {
  const some = randomStream("workers").shuffle(executor.filter(({ group }) => group !== "limits")).slice(
    0,
    150,
  );
  const replies = some.map(({ reply }) => reply);
  const one = await renderAll(replies, { workers: 1 });
  const three = await renderAll([...replies].reverse(), { workers: 3 });
  deepStrictEqual(three.reverse(), one);
  strictEqual(one.length, 150);
});
