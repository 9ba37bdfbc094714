import { randomUUID } from "node:crypto";
import { guardKernel } from "./kernel_guard.ts";

/** Where a kernel listens, and the key that signs its messages. */
export interface Connection {
  hostname: string;
  key: string;
  shell: number;
  control: number;
  published: number;
}

/** A kernel's process. */
export interface KernelProcess {
  readonly pid: number;
  readonly connection: Connection;
  /** Settles when the process has ended, with a clause that says how: "ended with exit status 1; it last wrote: ...". */
  readonly ended: Promise<string>;
  /** Removes the connection file, which holds the key; the kernel must have read it. */
  hide(): Promise<void>;
  /** Kills the process and all it started, if they still run. */
  kill(): void;
}

/**
 * Starts this very Deno as a kernel on free ports of the loopback interface. The process is under guard (see
 * `guardKernel`) until it has ended.
 *
 * @param options.env Environment beside this process's own; undefined takes a variable away. NO_COLOR is always 1.
 * @param options.signals As for `guardKernel`.
 */
export async function startKernelProcess(
  options: { cwd: string; env?: Readonly<Record<string, string | undefined>>; signals: boolean },
): Promise<KernelProcess> {
  const hostname = "127.0.0.1", key = randomUUID();
  const [shell, published, control, stdin, heartbeat] = freePorts(5);
  const folder = await Deno.makeTempDir({ prefix: "am-bench-kernel-" });
  const file = `${folder}/connection.json`;
  const connection = {
    transport: "tcp",
    ip: hostname,
    key,
    signature_scheme: "hmac-sha256",
    kernel_name: "deno",
    shell_port: shell,
    iopub_port: published,
    control_port: control,
    stdin_port: stdin,
    hb_port: heartbeat,
  };
  await Deno.writeTextFile(file, JSON.stringify(connection), { mode: 0o600 });
  const hide = () => Deno.remove(folder, { recursive: true }).catch(() => {});

  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(Deno.execPath(), {
      args: ["jupyter", "--kernel", "--conn", file],
      cwd: options.cwd,
      env: kernelEnvironment(options.env),
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      detached: true,
    }).spawn();
  } catch (error) {
    await hide();
    throw error;
  }
  const guard = guardKernel(child, { signals: options.signals });
  // An undrained pipe would block the kernel; the end of what it wrote tells why it died.
  const tails = Promise.all([child.stdout, child.stderr].map(keepTail));
  const ended = child.status.then(async ({ code, signal }) => {
    guard.kill(); // what its cells started, and holds its pipes open
    guard.release();
    const [, errors] = await tails;
    await hide();
    const how = signal ? `ended by ${signal}` : `ended with exit status ${code}`;
    const lines = errors.split("\n").filter((line) =>
      line.trim() !== "" && !line.includes("is unstable and might")
    );
    return lines.length === 0 ? how : `${how}; it last wrote: ${lines.slice(-5).join("\n")}`;
  });
  return {
    pid: child.pid,
    connection: { hostname, key, shell, control, published },
    ended,
    hide,
    kill: guard.kill,
  };
}

/**
 * Ports of the loopback interface on which nobody listens, out of a range from which systems do not hand out ports of
 * their own accord: a port handed out could be taken meanwhile, and connecting to one before the kernel listens can
 * connect a socket to itself.
 */
function freePorts(count: number): number[] {
  const listeners: Deno.Listener[] = [];
  try {
    for (let tries = 0; listeners.length < count; tries++) {
      const port = 16_384 + crypto.getRandomValues(new Uint16Array(1))[0] % 16_384;
      try {
        listeners.push(Deno.listen({ hostname: "127.0.0.1", port }));
      } catch (error) {
        if (!(error instanceof Deno.errors.AddrInUse || error instanceof Deno.errors.PermissionDenied)) {
          throw error;
        }
        if (tries > 1_000) throw error;
      }
    }
    return listeners.map(({ addr }) => (addr as Deno.NetAddr).port);
  } finally {
    for (const listener of listeners) listener.close();
  }
}

function kernelEnvironment(
  changes: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const all = { ...Deno.env.toObject(), DENO_NO_UPDATE_CHECK: "1", ...changes, NO_COLOR: "1" };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Reads a stream to its end and answers with the last 4,096 characters or so. */
async function keepTail(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let tail = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) tail = (tail + text).slice(-4096);
  return tail;
}
