import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { JupyterMessage } from "./jupyter_message.ts";
import { type ExecuteOptions, type Kernel, startKernel } from "./kernel.ts";
import { KernelError } from "./kernel_error.ts";
import { processLives } from "./process_lives.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

async function execute(kernel: Kernel, code: string, options: Partial<ExecuteOptions> = {}) {
  const outputs: JupyterMessage[] = [];
  const reply = await kernel.execute(code, {
    limit: 20_000,
    onOutput: (message) => outputs.push(message),
    ...options,
  });
  return { reply, outputs };
}

/** What outputs say: the text of streams and of displays, in order. */
function said(outputs: readonly JupyterMessage[]): string {
  return outputs.map(({ content }) =>
    content.text ?? (content.data as Record<string, string>)?.["text/plain"] ?? "?"
  )
    .join("|");
}

/** Whether a process lives, or waits a moment for its parent to learn that it does not. */
async function outlives(pid: number, milliseconds: number): Promise<boolean> {
  for (let waited = 0; waited <= milliseconds; waited += 20) {
    if (await processLives(pid) !== true) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

Deno.test("1,000 cells that show in every way lose nothing and misplace nothing", async () => {
  await using kernel = await startKernel({ cwd: root });
  const wrong: string[] = [];
  const ways: [string, (i: number) => string, (i: number) => string][] = [
    ["result", (i) => `${i}`, (i) => `${i}`],
    ["print", (i) => `console.log("p${i}"); console.log("q${i}")`, (i) => `p${i}\n|q${i}\n`],
    [
      "display",
      (i) => `await Deno.jupyter.display({ "text/plain": "d${i}" }, { raw: true })`,
      (i) => `d${i}`,
    ],
    [
      "all, unawaited",
      (i) => `console.log("a${i}"); Deno.jupyter.display({ "text/plain": "b${i}" }, { raw: true }); -${i}`,
      (i) => `a${i}\n|b${i}|-${i}`,
    ],
    [
      "late result",
      (i) =>
        `({ [Symbol.for("Jupyter.display")]: async () => { await 0; return { "text/plain": "l${i}" }; } })`,
      (i) => `l${i}`,
    ],
  ];
  for (let i = 0; i < 1000; i++) {
    const [way, code, expected] = ways[i % ways.length];
    const { reply, outputs } = await execute(kernel, code(i));
    if (reply.status !== "ok" || said(outputs) !== expected(i)) wrong.push(`${i} (${way}): ${said(outputs)}`);
  }
  deepStrictEqual(wrong, []);
});

Deno.test("2,000 lines of one cell come whole, in order, and none in the next cell", async () => {
  await using kernel = await startKernel({ cwd: root });
  const { outputs } = await execute(kernel, "for (let i = 0; i < 2000; i++) console.log(i)");
  strictEqual(
    outputs.map(({ content }) => content.text).join(""),
    Array.from({ length: 2000 }, (_, i) => `${i}\n`).join(""),
  );
  strictEqual(said((await execute(kernel, "7")).outputs), "7");
});

Deno.test("a cell that shadows Deno still ends, with all it showed", async () => {
  await using kernel = await startKernel({ cwd: root });
  strictEqual(said((await execute(kernel, "const Deno = 1; console.log('x')")).outputs), "x\n");
  strictEqual(said((await execute(kernel, "console.log('y')")).outputs), "y\n");
});

Deno.test("an error comes with name, message and traceback; names may be declared anew", async () => {
  await using kernel = await startKernel({ cwd: root });
  const { reply, outputs } = await execute(kernel, "const a = 1; throw new RangeError('too far')");
  strictEqual(reply.status, "error");
  deepStrictEqual(outputs.map(({ type }) => type), ["error"]);
  strictEqual(outputs[0].content.evalue, "too far");
  strictEqual(said((await execute(kernel, "const a = 2; a")).outputs), "2");
});

Deno.test("colours are off and the environment is as asked", async () => {
  await using kernel = await startKernel({ cwd: root, env: { AMBENCH_A: "1", HOME: undefined } });
  const { outputs } = await execute(
    kernel,
    "console.log([Deno.noColor, Deno.env.get('AMBENCH_A'), Deno.env.get('HOME')])",
  );
  strictEqual(said(outputs), '[ true, "1", undefined ]\n');
});

Deno.test("prompt and confirm do not wait for anybody", async () => {
  await using kernel = await startKernel({ cwd: root });
  strictEqual(
    said((await execute(kernel, "console.log(prompt('?'), confirm('?'))")).outputs),
    "null false\n",
  );
});

Deno.test("a busy cell over its limit is interrupted and the kernel lives on", async () => {
  await using kernel = await startKernel({ cwd: root });
  await execute(kernel, "let state = 5");
  deepStrictEqual((await execute(kernel, "console.log('before'); while (true) {}", { limit: 300 })).reply, {
    status: "timeout",
  });
  strictEqual(said((await execute(kernel, "state")).outputs), "5");
});

Deno.test("an endless await over its limit costs the kernel, and whatever waits for it hears so", async () => {
  await using kernel = await startKernel({ cwd: root });
  const { reply } = await execute(kernel, "await new Promise(() => {})", { limit: 100, grace: 100 });
  deepStrictEqual(reply, { status: "timeout" });
  strictEqual(await outlives(kernel.pid, 0), false);
  await rejects(execute(kernel, "1"), { name: "KernelError", kind: "dead" });
});

Deno.test("a cell that ends the kernel is told from one that fails", async () => {
  await using kernel = await startKernel({ cwd: root });
  await rejects(execute(kernel, "Deno.exit(7)"), {
    name: "KernelError",
    kind: "dead",
    message: "the kernel ended with exit status 7",
  });
});

Deno.test("a flood of output costs the kernel", async () => {
  await using kernel = await startKernel({ cwd: root });
  const flood = "while (true) { console.log('x'.repeat(1000)); await 0; }";
  await rejects(execute(kernel, flood, { maxOutput: 100_000 }), { name: "KernelError", kind: "flood" });
});

Deno.test("an aborted signal ends kernels at once, before they start and while they run", async () => {
  const controller = new AbortController();
  await using kernel = await startKernel({ cwd: root, signal: controller.signal });
  const running = execute(kernel, "await new Promise(() => {})");
  const starting = startKernel({ cwd: root, signal: controller.signal });
  controller.abort();
  await rejects(running, { name: "KernelError", kind: "interrupted" });
  await rejects(starting, { name: "KernelError", kind: "interrupted" });
  await rejects(startKernel({ cwd: root, signal: controller.signal }), { kind: "interrupted" });
  await kernel.close();
  strictEqual(await outlives(kernel.pid, 0), false);
});

Deno.test("a kernel that cannot start says so, with what it last wrote", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/deno.json`, "{");
  await rejects(startKernel({ cwd: folder }), {
    kind: "start",
    message: /^the kernel ended with exit status 1; it last wrote: [^]*deno\.json/,
  });
  await Deno.remove(folder, { recursive: true });
  await rejects(startKernel({ cwd: `${root}nowhere` }));
  await rejects(
    startKernel({ cwd: root, startLimit: 1 }),
    (error) => error instanceof KernelError && error.kind === "start",
  );
});

for (const way of ["throw", "reject", "exit", "SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"]) {
  Deno.test(`no kernel, nor what its cells started, outlives a process that ends by ${way}`, async () => {
    const starter = new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", fileURLToPath(new URL("testdata/start_kernel.ts", import.meta.url)), way],
      cwd: root,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const errors = starter.stderr.cancel();
    const reader = starter.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = await reader.read();
    const pids = value.trim().split(" ").map(Number);
    strictEqual(pids.length, 2, value);
    ok(await outlives(pids[0], 0) && await outlives(pids[1], 0));
    const writer = starter.stdin.getWriter();
    await writer.write(Uint8Array.of(10));
    await writer.close();
    if (way.startsWith("SIG")) starter.kill(way as Deno.Signal);
    const { code, signal } = await starter.status;
    deepStrictEqual(
      [code, signal],
      way === "exit" ? [3, null] : way.startsWith("SIG") ? [code, way] : [1, null],
    );
    const patience = way === "SIGKILL" ? 5000 : 500; // the leash looks once a second
    for (const pid of pids) strictEqual(await outlives(pid, patience), false, `process ${pid} lives on`);
    await reader.cancel();
    await errors;
  });
}
