/**
 * The front end (extraction, grammar, allow-list) beside @lezer/python's parse of the same code, which recovers from
 * errors and judges nothing, over the programs of testdata/executor.jsonl that may run; one thread, runs alternate.
 */
import { parser } from "@lezer/python";
import { extractCode } from "./extract_code.ts";
import { parseProgram } from "./parse.ts";

const RUNS = 40;

const replies = Deno.readTextFileSync(new URL("./testdata/executor.jsonl", import.meta.url)).trimEnd().split(
  "\n",
)
  .map((line) => JSON.parse(line).reply as string)
  .filter((reply) => parseProgram(extractCode(reply)).status === "ok");
const codes = replies.map(extractCode);

function microseconds(run: () => void): number {
  const start = performance.now();
  run();
  return (performance.now() - start) * 1000 / replies.length;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

const ours: number[] = [];
const peer: number[] = [];
for (let run = 0; run < RUNS; run++) {
  ours.push(microseconds(() => replies.forEach((reply) => parseProgram(extractCode(reply)))));
  peer.push(microseconds(() => codes.forEach((code) => parser.parse(code))));
}

console.log(`front end, ${replies.length} programs, median of ${RUNS} runs, microseconds a program`);
console.table({
  "extractCode + parseProgram": { median: +median(ours).toFixed(1), ratio: 1 },
  "@lezer/python, parse alone": {
    median: +median(peer).toFixed(1),
    ratio: +(median(peer) / median(ours)).toFixed(2),
  },
});
