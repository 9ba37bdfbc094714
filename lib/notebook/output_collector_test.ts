import { deepStrictEqual } from "node:assert/strict";
import { collectOutputs } from "./output_collector.ts";

const message = (type: string, content: Record<string, unknown>) => ({ type, parent: "", content });
const stream = (name: string, text: string) => message("stream", { name, text });
const display = (text: string, id?: string) =>
  message("display_data", {
    data: { "text/plain": text },
    metadata: {},
    transient: id ? { display_id: id } : {},
  });

function gather(...messages: ReturnType<typeof message>[]) {
  const { outputs, take } = collectOutputs().begin(7);
  messages.forEach(take);
  return outputs;
}

Deno.test("adjacent streams of one name become one, others stay apart", () => {
  deepStrictEqual(
    gather(stream("stdout", "a\n"), stream("stdout", "b\n"), stream("stderr", "c"), stream("stdout", "d")),
    [
      { output_type: "stream", name: "stdout", text: "a\nb\n" },
      { output_type: "stream", name: "stderr", text: "c" },
      { output_type: "stream", name: "stdout", text: "d" },
    ],
  );
});

Deno.test("an error comes last, whenever it was sent, and does not keep streams apart", () => {
  const error = message("error", { ename: "E", evalue: "v", traceback: ["t"] });
  deepStrictEqual(gather(stream("stdout", "a"), error, stream("stdout", "b"), display("c")), [
    { output_type: "stream", name: "stdout", text: "ab" },
    { output_type: "display_data", data: { "text/plain": "c" }, metadata: {} },
    { output_type: "error", ename: "E", evalue: "v", traceback: ["t"] },
  ]);
});

Deno.test("a result bears the cell's count, not the kernel's, and nothing transient", () => {
  const content = { execution_count: 99, data: { "text/plain": "1" }, metadata: {}, transient: {} };
  deepStrictEqual(gather(message("execute_result", content)), [
    { output_type: "execute_result", data: { "text/plain": "1" }, metadata: {}, execution_count: 7 },
  ]);
});

Deno.test("clear_output empties the cell at once, or with wait before the next output", () => {
  deepStrictEqual(gather(display("a"), message("clear_output", { wait: false })), []);
  const waiting = [display("a"), message("clear_output", { wait: true })];
  deepStrictEqual(gather(...waiting).length, 1);
  deepStrictEqual(
    gather(...waiting, display("b"), display("c")).map((output) => "data" in output && output.data),
    [
      { "text/plain": "b" },
      { "text/plain": "c" },
    ],
  );
});

Deno.test("update_display_data changes every display of its id, in earlier cells too, and shows nothing itself", () => {
  const collector = collectOutputs();
  const first = collector.begin(1), second = collector.begin(2);
  first.take(display("old", "x"));
  second.take(display("old", "x"));
  second.take(display("other", "y"));
  second.take(
    message("update_display_data", {
      data: { "text/plain": "new" },
      metadata: {},
      transient: { display_id: "x" },
    }),
  );
  second.take(
    message("update_display_data", {
      data: { "text/plain": "?" },
      metadata: {},
      transient: { display_id: "z" },
    }),
  );
  const texts = (outputs: typeof first.outputs) =>
    outputs.map((output) => "data" in output && output.data["text/plain"]);
  deepStrictEqual([texts(first.outputs), texts(second.outputs)], [["new"], ["new", "other"]]);
});
