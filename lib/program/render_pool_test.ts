import { deepStrictEqual, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { closeRenderers, jobOf, render, renderAll, RenderPool } from "./mod.ts";

const svg = (content: string) => `<svg viewBox="0 0 24 24">${content}</svg>`;
const job = (content: string) => jobOf(svg(content), { medium: "svg" }, "reply");
const dot = job('<circle cx="12" cy="12" r="9" fill="#d23232"/>');
// Endless, and a flood of 10^20 pixels that no renderer can hold: it breaks the module it runs in.
const endless = job(
  '<filter id="f"><feTurbulence baseFrequency="0.1" numOctaves="2000000000"/></filter><rect width="9" height="9" filter="url(#f)"/>',
);
const breaking = job(
  '<filter id="f" x="-1e9" y="-1e9" width="1e10" height="1e10"><feFlood/></filter><rect width="24" height="24" filter="url(#f)"/>',
);

Deno.test("a reply that breaks its process is called memory; its neighbours are done by the next process", async () => {
  await using pool = new RenderPool({ workers: 1 });
  const jobs = [dot, breaking, dot, breaking, breaking, dot];
  const results = await Promise.all(jobs.map((job) => pool.submit(job)));
  deepStrictEqual(results.map(({ status }) => status), ["ok", "memory", "ok", "memory", "memory", "ok"]);
  deepStrictEqual(results[5], results[0]);
});

Deno.test("a process killed from outside costs nothing the first time, and memory the second", async () => {
  await using pool = new RenderPool({ workers: 1 });
  const before = pool.submit(dot);
  const hung = pool.submit(endless);
  const behind = pool.submit(dot);
  await before;
  const [first] = pool.pids;
  Deno.kill(first, "SIGKILL");
  while (pool.pids.length === 0 || pool.pids[0] === first) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise((resolve) => setTimeout(resolve, 1500)); // until the second has started on it
  Deno.kill(pool.pids[0], "SIGKILL");
  const { status, limit } = await hung;
  deepStrictEqual([status, limit], ["memory", "process"]);
  deepStrictEqual(await behind, await before);
});

Deno.test("a pool that is closed while it works leaves no process and no promise behind", async () => {
  const pool = new RenderPool({ workers: 2 });
  const pending = Array.from({ length: 40 }, () => pool.submit(endless));
  const settled = Promise.allSettled(pending);
  await new Promise((resolve) => setTimeout(resolve, 50));
  ok(pool.pids.length > 0);
  await pool[Symbol.asyncDispose]();
  deepStrictEqual(pool.pids, []);
  ok((await settled).every(({ status }) => status === "rejected"));
  await rejects(pool.submit(dot), /the pool is closed/);
});

Deno.test("an idle pool uses one process again, lets the program end and ends with it", async () => {
  const mod = new URL("./mod.ts", import.meta.url).href;
  const code = `import { RenderPool } from "${mod}";
    const pool = new RenderPool();
    const job = ${JSON.stringify(dot)};
    for (let i = 0; i < 3; i++) console.log((await pool.submit(job)).status, pool.pids.join());`;
  const config = fileURLToPath(new URL("../../deno.json", import.meta.url));
  const started = performance.now();
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", `--config=${config}`, code],
    stderr: "inherit",
  }).output();
  strictEqual(success, true);
  const [first, second, third] = new TextDecoder().decode(stdout).trim().split("\n");
  ok(/^ok \d+$/.test(first) && first === second && second === third, first);
  const gone = () => {
    try {
      Deno.kill(Number(first.slice(3)), "SIGCONT");
      return false;
    } catch {
      return true;
    }
  };
  for (let waited = 0; !gone() && waited < 5000; waited += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  ok(gone());
  ok(performance.now() - started < 15_000);
});

Deno.test("render and renderAll refuse what a caller got wrong before anything runs", async () => {
  throws(() => render(7 as unknown as string), /reply must be a string, got number/);
  throws(() => render("x", { medium: "ascii" as "svg" }), TypeError);
  throws(() => render("x", { rows: 0 }), RangeError);
  throws(() => render("x", { medium: "svg", size: 2.5 }), RangeError);
  await rejects(renderAll(["x", null as unknown as string]), /replies\[1\] must be a string, got null/);
  await rejects(renderAll(["x"], { workers: 0 }), RangeError);
  deepStrictEqual(await renderAll([]), []);
  await closeRenderers();
});

Deno.test("renderAll reports its progress after each reply", async () => {
  const seen: [number, number][] = [];
  await renderAll([dot.reply, "", dot.reply], {
    medium: "svg",
    onProgress: (done, total) => seen.push([done, total]),
  });
  deepStrictEqual(seen, [[1, 3], [2, 3], [3, 3]]);
});
