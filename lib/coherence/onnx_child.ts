/*
 * The process that holds a network: ONNX Runtime is imported here and nowhere else, under the name given as argument.
 * The first message is the network, each further one an input; see onnx_session.ts.
 */
import { messageOf, messagesOf } from "./onnx_session.ts";

interface Tensor {
  type: string;
  dims: readonly number[];
  data: Float32Array;
}

interface Runtime {
  env: { wasm: { numThreads: number }; logLevel: string };
  InferenceSession: { create(model: Uint8Array, options?: object): Promise<Session> };
  Tensor: new (type: string, data: Float32Array, dims: number[]) => Tensor;
}

interface Session {
  inputNames: string[];
  outputNames: string[];
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
}

async function main(specifier: string): Promise<void> {
  const reader = Deno.stdin.readable.getReader(), writer = Deno.stdout.writable.getWriter();
  const send = async (head: object, payload = new Uint8Array()) => {
    for (const part of messageOf(head, payload)) if (part.length > 0) await writer.write(part);
  };
  let runtime: Runtime | undefined, session: Session | undefined;
  for await (const { head, payload } of messagesOf(reader)) {
    try {
      if (session === undefined) {
        const module = await import(specifier);
        runtime = (module.InferenceSession ? module : module.default) as Runtime;
        runtime.env.logLevel = "error";
        if (runtime.env.wasm) runtime.env.wasm.numThreads = 1; // more would need workers, which never let go
        session = await runtime.InferenceSession.create(payload);
        await send({ inputs: session.inputNames, outputs: session.outputNames });
        continue;
      }
      const { input, shape } = head as { input: string; shape: number[] };
      const results = await session.run({
        [input]: new runtime!.Tensor("float32", new Float32Array(payload.buffer), shape),
      });
      const tensors = Object.entries(results).filter(([, { type }]) => type === "float32");
      const length = tensors.reduce((sum, [, { data }]) => sum + data.byteLength, 0),
        bytes = new Uint8Array(length);
      let at = 0;
      for (const [, { data }] of tensors) {
        bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
        at += data.byteLength;
      }
      await send({ tensors: tensors.map(([name, { dims }]) => ({ name, shape: [...dims] })) }, bytes);
    } catch (error) {
      await send({ error: error instanceof Error ? error.message : String(error) });
    }
  }
}

if (import.meta.main) {
  await main(Deno.args[0]);
  Deno.exit(0); // the runtime keeps timers of its own
}
