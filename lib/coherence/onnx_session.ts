import { fileURLToPath } from "node:url";

/** Which build of ONNX Runtime runs a network, pinned: `web` is WebAssembly, slower and at hand on any machine. */
export const RUNTIMES = {
  web: "npm:onnxruntime-web@1.30.0",
  node: "npm:onnxruntime-node@1.30.0",
} as const;

/** A runtime by its name here, or the URL of a file that exports the same as they do. */
export type Runtime = keyof typeof RUNTIMES | `file:${string}`;

/** A result of a network. */
export interface OnnxTensor {
  shape: number[];
  data: Float32Array;
}

/** A network that is loaded in a process of its own. */
export interface OnnxSession {
  inputs: string[];
  outputs: string[];
  /** Runs it on one input; the tensors that are 32-bit floats come back by name. */
  run(input: string, tensor: OnnxTensor): Promise<Map<string, OnnxTensor>>;
  close(): Promise<void>;
}

/**
 * Loads a network in a child process. The runtime weighs more than a hundred megabytes and is no dependency of the
 * suite: it is fetched by the child, when a user asks for a network, and without a lock file, so that the suite's own
 * does not change.
 *
 * @param model The bytes of an ONNX file.
 * @throws {Error} If the runtime cannot be fetched or refuses the network.
 */
export async function openOnnx(
  model: Uint8Array,
  { runtime = "web" }: { runtime?: Runtime } = {},
): Promise<OnnxSession> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--allow-all",
      "--no-lock",
      "--quiet",
      fileURLToPath(new URL("./onnx_child.ts", import.meta.url)),
      runtime in RUNTIMES ? RUNTIMES[runtime as keyof typeof RUNTIMES] : runtime,
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter(), reader = child.stdout.getReader();
  const messages = messagesOf(reader);
  const ask = async (
    head: object,
    payload: Uint8Array,
  ): Promise<{ head: ChildReply; payload: Uint8Array }> => {
    for (const part of messageOf(head, payload)) await writer.write(part);
    const { value } = await messages.next();
    if (value === undefined) throw new Error("Cannot run the network: its process ended");
    const reply = value as { head: ChildReply; payload: Uint8Array };
    if (reply.head.error !== undefined) throw new Error(`Cannot run the network: ${reply.head.error}`);
    return reply;
  };
  const close = async () => {
    await writer.close().catch(() => {});
    await child.status;
    await reader.cancel().catch(() => {});
  };
  try {
    const { head } = await ask({}, model);
    return {
      inputs: head.inputs!,
      outputs: head.outputs!,
      run: async (input, { shape, data }) => {
        const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
        const reply = await ask({ input, shape }, bytes);
        let at = 0;
        return new Map(reply.head.tensors!.map(({ name, shape }) => {
          const length = 4 * shape.reduce((product, side) => product * side, 1);
          const own = reply.payload.slice(at, at += length);
          return [name, { shape, data: new Float32Array(own.buffer) }];
        }));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface ChildReply {
  error?: string;
  inputs?: string[];
  outputs?: string[];
  tensors?: { name: string; shape: number[] }[];
}

/** A message: the lengths of a JSON head and of a payload, four bytes each, then the two. */
export function messageOf(head: object, payload: Uint8Array): Uint8Array[] {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const lengths = new Uint8Array(8), view = new DataView(lengths.buffer);
  view.setUint32(0, text.length, true);
  view.setUint32(4, payload.length, true);
  return [lengths, text, payload];
}

/** The messages of a stream, until it ends. */
export async function* messagesOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<{ head: Record<string, unknown>; payload: Uint8Array }, undefined> {
  let pieces: Uint8Array[] = [], held = 0;
  const take = async (length: number): Promise<Uint8Array | null> => {
    while (held < length) {
      const { value, done } = await reader.read();
      if (done) return null;
      pieces.push(value);
      held += value.length;
    }
    const whole = new Uint8Array(held);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    pieces = length < held ? [whole.subarray(length)] : [];
    held -= length;
    return whole.slice(0, length);
  };
  for (;;) {
    const lengths = await take(8);
    if (lengths === null) return;
    const view = new DataView(lengths.buffer);
    const head = await take(view.getUint32(0, true)), payload = await take(view.getUint32(4, true));
    if (head === null || payload === null) return;
    yield { head: JSON.parse(new TextDecoder().decode(head)), payload };
  }
}
