/**
 * Programs a second, one thread, from reply to raster: ours (extract, parse, check, translate, run in the sandbox,
 * draw) beside CPython 3.11 in its own process (parse, walk over an allow-list, compile, exec, draw in Python), which
 * has no sandbox and no limits. The programs are those of testdata/executor.jsonl that end well; runs alternate.
 */
import { extractCode } from "./extract_code.ts";
import { openRenderer } from "./render_job.ts";
import { linesOf } from "./render_wire.ts";

const RUNS = 9;

const cases = Deno.readTextFileSync(new URL("./testdata/executor.jsonl", import.meta.url)).trimEnd().split(
  "\n",
)
  .map((line) => JSON.parse(line))
  .filter(({ expect, group }) => expect.status === "ok" && group !== "limits");
const replies: string[] = cases.map(({ reply }) => reply);

const renderer = await openRenderer("canvas");
function ourRun(): number {
  const start = performance.now();
  for (const reply of replies) {
    const { result } = renderer.render({ reply, medium: "canvas", rows: 24, cols: 24 });
    if (result.status !== "ok") throw new Error(`a program ended with ${result.status}: ${reply}`);
  }
  return (performance.now() - start) / 1000;
}

function startPython(): Deno.ChildProcess | null {
  for (const name of [Deno.env.get("AMBENCH_PYTHON"), "python3.11", "python3"]) {
    if (!name) continue;
    try {
      const check = ["-c", "import sys; print(*sys.version_info[:2])"];
      const { stdout } = new Deno.Command(name, { args: check, stderr: "null" }).outputSync();
      if (new TextDecoder().decode(stdout).trim() !== "3 11") continue;
    } catch {
      continue;
    }
    const script = new URL("./testdata/reference_executor.py", import.meta.url).pathname;
    return new Deno.Command(name, { args: [script, "bench"], stdin: "piped", stdout: "piped" }).spawn();
  }
  return null;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

const python = startPython();
const input = python?.stdin.getWriter();
const answers = python ? linesOf(python.stdout) : null;
const say = (text: string) => input?.write(new TextEncoder().encode(text + "\n"));
await say(JSON.stringify(replies.map(extractCode)));

const ours: number[] = [], theirs: number[] = [];
for (let run = -2; run < RUNS; run++) { // two runs to warm up
  const seconds = ourRun();
  await say("run");
  const answer = await answers?.next();
  if (run < 0) continue;
  ours.push(seconds);
  if (answer?.value) theirs.push(Number(answer.value));
}
await input?.close();
await python?.status;

const rate = (seconds: number[]) => replies.length / median(seconds);
console.log(`programs a second (${replies.length} programs, median of ${RUNS} runs, one thread)`);
console.log(`ours              ${rate(ours).toFixed(0)}`);
if (theirs.length > 0) {
  console.log(`CPython 3.11      ${rate(theirs).toFixed(0)}`);
  console.log(`ratio             ${(rate(ours) / rate(theirs)).toFixed(2)}`);
} else {console.log(
    "SKIPPED: no CPython 3.11 was found (AMBENCH_PYTHON, python3.11, python3): no comparison was made",
  );}
