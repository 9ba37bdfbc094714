import { strictEqual } from "node:assert/strict";
import { processLives } from "./process_lives.ts";

/** A process that has started and ends when its input does. */
async function start(): Promise<Deno.ChildProcess> {
  const code = "console.log(1); for await (const _ of Deno.stdin.readable);";
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", code],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  reader.releaseLock();
  return child;
}

for (const proc of ["/proc", "/there/is/no/such/folder"]) {
  Deno.test(`processLives sees a process by ${proc}, else by ps, until it has ended`, async () => {
    const child = await start();
    const before = await processLives(child.pid, { proc });
    await child.stdin.close();
    await child.output();
    const after = await processLives(child.pid, { proc });
    if (before === null || after === null) return; // it has said why
    strictEqual(before, true);
    strictEqual(after, false);
  });
}

Deno.test("processLives reads the state behind a name that holds brackets; a zombie does not live", async () => {
  const proc = await Deno.makeTempDir();
  const stats = { self: "1 (a) S 0", 7: "7 (b) Z (c) S 1 7", 8: "8 (b) S (c) Z 1 8", 9: "9 () X 1 9" };
  for (const [pid, stat] of Object.entries(stats)) {
    await Deno.mkdir(`${proc}/${pid}`);
    await Deno.writeTextFile(`${proc}/${pid}/stat`, stat);
  }
  strictEqual(await processLives(7, { proc }), true);
  strictEqual(await processLives(8, { proc }), false);
  strictEqual(await processLives(9, { proc }), false);
  strictEqual(await processLives(10, { proc }), false);
  await Deno.remove(proc, { recursive: true });
});

Deno.test("processLives says so where neither /proc nor ps can tell", async () => {
  const said: string[] = [], { error } = console;
  console.error = (line: string) => said.push(line);
  try {
    strictEqual(await processLives(1, { proc: "/none", ps: "no-such-program" }), null);
  } finally {
    console.error = error;
  }
  strictEqual(said.length, 1);
  strictEqual(said[0].startsWith("SKIPPED: neither /none nor no-such-program is here"), true);
});
