/**
 * A kernel's sockets: requests with their answers, and what the kernel publishes meanwhile. Requests go by `shell`,
 * one after another, or by `control`, past a busy one; each is answered there and, when it is done with, by an idle
 * status among what is published.
 */
import { type JupyterMessage, openMessage, sealMessage } from "./jupyter_message.ts";
import type { Connection } from "./kernel_process.ts";
import { within } from "./time_limit.ts";
import { connectZmtp, type ZmtpSocket } from "./zmtp.ts";

/** Open channels to a kernel. */
export interface Channels {
  /** Sends a request. */
  request(channel: "shell" | "control", type: string, content: Record<string, unknown>): Promise<Request>;
  /** Closes the sockets and waits until nothing more is heard. */
  close(): Promise<void>;
}

/** A request that was sent. */
export interface Request {
  readonly id: string;
  /** The kernel's answer. */
  readonly reply: Promise<JupyterMessage>;
  /** Settles when the kernel says that it is idle again; it may come before the reply. */
  readonly idle: Promise<void>;
}

/** Who hears what is not an answer. */
export interface Listener {
  /** A published message that is no status, with its size in bytes. */
  onPublished(message: JupyterMessage, size: number): void;
  /** A socket sends what is not a signed message of the kernel; it is not heard any more. */
  onGarbled(error: Error): void;
}

/**
 * Connects to a kernel as it comes up, and waits until it answers.
 *
 * @param connection Where the kernel listens.
 * @param listener Who hears what it publishes.
 * @param options.signal Aborted when the kernel is gone, which ends the wait.
 * @throws {SyntaxError} If somebody else listens there.
 */
export async function openChannels(
  connection: Connection,
  listener: Listener,
  { signal }: { signal: AbortSignal },
): Promise<Channels> {
  const { hostname, key } = connection;
  const sockets: ZmtpSocket[] = [];
  const loops: Promise<void>[] = [];
  const pending = new Map<string, { reply: (message: JupyterMessage) => void; idle: () => void }>();

  const connect = async (
    port: number,
    type: "DEALER" | "SUB",
    handle: (message: JupyterMessage, size: number) => void,
  ) => {
    const socket = await connectPatiently({ hostname, port }, type, signal);
    sockets.push(socket);
    loops.push(hear(socket, key, handle).catch(listener.onGarbled));
    return socket;
  };
  const onReply = (message: JupyterMessage) => pending.get(message.parent)?.reply(message);
  const onPublished = (message: JupyterMessage, size: number) => {
    if (message.type !== "status") listener.onPublished(message, size);
    else if (message.content.execution_state === "idle") pending.get(message.parent)?.idle();
  };
  const close = async () => {
    for (const socket of sockets) socket.close();
    await Promise.all(loops);
  };

  try {
    const shell = await connect(connection.shell, "DEALER", onReply);
    const control = await connect(connection.control, "DEALER", onReply);
    await connect(connection.published, "SUB", onPublished);
    const request: Channels["request"] = async (channel, type, content) => {
      const { id, frames } = sealMessage(type, content, key);
      const reply = Promise.withResolvers<JupyterMessage>(), idle = Promise.withResolvers<void>();
      pending.set(id, { reply: reply.resolve, idle: idle.resolve });
      Promise.all([reply.promise, idle.promise]).then(() => pending.delete(id));
      await (channel === "shell" ? shell : control).send(frames);
      return { id, reply: reply.promise, idle: idle.promise };
    };
    // A subscriber hears nothing from before its subscription was taken in: ask until both answers come.
    for (let ready = false; !ready;) {
      signal.throwIfAborted();
      const { reply, idle } = await request("shell", "kernel_info_request", {});
      ready = await within(50, () => Promise.all([reply, idle])) !== "timeout";
    }
    return { request, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function hear(
  socket: ZmtpSocket,
  key: string,
  handle: (message: JupyterMessage, size: number) => void,
): Promise<void> {
  for (let frames; (frames = await socket.receive()) !== null;) {
    handle(openMessage(frames, key), frames.reduce((sum, frame) => sum + frame.length, 0));
  }
}

async function connectPatiently(
  address: { hostname: string; port: number },
  type: "DEALER" | "SUB",
  signal: AbortSignal,
): Promise<ZmtpSocket> {
  while (true) {
    try {
      return await connectZmtp(address, type, { signal });
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 10)); // the process has yet to come up
    }
  }
}
