import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { withRunLock } from "./mod.ts";

Deno.test("withRunLock lets in one at a time, and leaves nothing behind", async () => {
  const dir = Deno.makeTempDirSync();
  let inside = 0, count = 0;
  await Promise.all(Array.from({ length: 30 }, () =>
    withRunLock(dir, async () => {
      strictEqual(++inside, 1);
      const before = count;
      await new Promise((done) => setTimeout(done, 1));
      count = before + 1;
      inside--;
    })));
  strictEqual(count, 30);
  deepStrictEqual([...Deno.readDirSync(dir)], []);
  Deno.removeSync(dir);
});

Deno.test("withRunLock gives back what was done or thrown, and is free after either", async () => {
  const dir = Deno.makeTempDirSync();
  strictEqual(await withRunLock(dir, () => 7), 7);
  await rejects(withRunLock(dir, () => Promise.reject(new Error("no"))), /no/);
  strictEqual(await withRunLock(dir, () => Promise.resolve(8)), 8);
  Deno.removeSync(dir);
});

Deno.test("withRunLock is not kept waiting by a process that was killed inside", async () => {
  const dir = Deno.makeTempDirSync();
  const code = `import { withRunLock } from ${JSON.stringify(import.meta.resolve("./run_lock.ts"))};
    await withRunLock(Deno.args[0], () => { console.log("in"); return new Promise(() => setInterval(() => {}, 1e6)); });`;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--allow-all",
      "--quiet",
      "--no-config",
      `data:text/typescript,${encodeURIComponent(code)}`,
      dir,
    ],
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  strictEqual(new TextDecoder().decode((await reader.read()).value), "in\n");
  let free = false;
  const waiting = withRunLock(dir, () => free = true);
  await new Promise((done) => setTimeout(done, 50));
  strictEqual(free, false);
  child.kill("SIGKILL");
  await child.status;
  await waiting;
  await reader.cancel();
  deepStrictEqual([...Deno.readDirSync(dir)], []);
  Deno.removeSync(dir);
});
