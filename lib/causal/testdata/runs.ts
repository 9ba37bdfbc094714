import { addTable, columnTypes, createRun, frameOf, readRun, type Run } from "lib/run/mod.ts";

type Rows = readonly Record<string, string | number | null>[];

/** A run of one model `m` in a temporary folder, handed to `act` and removed. Generations are samples of one prompt. */
export async function withRun(
  replies: readonly (string | null)[],
  continuations: Rows,
  act: (run: Run) => Promise<void>,
): Promise<void> {
  const dir = Deno.makeTempDirSync();
  try {
    createRun(dir, { name: "r", origin: "collected", models: [{ id: "m" }], judges: [], seeds: {} });
    const generations = replies.map((reply, sample) => ({
      model: "m",
      task: "layout",
      medium: "canvas",
      item: "1A-01",
      sample,
      temperature: sample === 0 ? 0 : 0.7,
      seed: 1,
      reply,
      error: reply === null ? "503" : null,
    }));
    await addTable(dir, "generations", frame("generations", generations), { owner: "m" });
    if (continuations.length > 0) {
      await addTable(dir, "continuations", frame("continuations", continuations), { owner: "m" });
    }
    await act(await readRun(dir));
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

function frame(table: "generations" | "continuations", rows: Rows) {
  const types = columnTypes(table);
  return frameOf(
    types,
    Object.fromEntries(Object.keys(types).map((name) => [name, rows.map((row) => row[name] ?? null)])),
  );
}
