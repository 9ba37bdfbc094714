/**
 * A ZMTP 3.0 client over one TCP connection: the part of ZeroMQ that a Jupyter client needs, and no more (NULL
 * security, DEALER and SUB, one peer, no reconnecting).
 *
 * Both sides send a 64-byte greeting (signature, version 3.0, mechanism), then a READY command that names the socket's
 * type. From then on a message is a run of frames, each a flag byte (1: more follow, 2: the length takes eight bytes,
 * 4: a command), a length and a body. A subscriber sends one frame that begins with 1 to be sent everything.
 * Source: ZeroMQ RFC 23/ZMTP 3.0.
 */
import { Buffer } from "node:buffer";

const more = 1, long = 2, command = 4;

/** One end of a ZMTP connection. */
export interface ZmtpSocket {
  /** Sends one message of one or more frames, whole: messages of concurrent calls do not mix. */
  send(frames: readonly Uint8Array[]): Promise<void>;
  /**
   * The next message's frames, or null once the peer has closed the connection or `close` was called.
   *
   * @throws {SyntaxError} If the peer sends what is not ZMTP.
   */
  receive(): Promise<Uint8Array[] | null>;
  /** Closes the connection; a pending `receive` answers null. */
  close(): void;
}

/**
 * Connects to a ZMTP peer, shakes hands and, as a subscriber, subscribes to everything.
 *
 * @param address Where the peer listens.
 * @param type "DEALER" talks with a ROUTER, "SUB" listens to a PUB.
 * @param options.signal Ends the handshake when aborted: a peer may be silent. Without effect later.
 * @throws {Deno.errors.ConnectionRefused} If nobody listens there.
 * @throws {SyntaxError} If whoever listens there does not speak ZMTP 3.
 */
export async function connectZmtp(
  address: { hostname: string; port: number },
  type: "DEALER" | "SUB",
  { signal }: { signal?: AbortSignal } = {},
): Promise<ZmtpSocket> {
  const connection = await Deno.connect(address);
  const reader = byteReader(connection);
  const socket = frameSocket(connection, reader);
  signal?.addEventListener("abort", socket.close);
  try {
    signal?.throwIfAborted();
    connection.setNoDelay(true);
    await writeAll(connection, greeting());
    const theirs = await reader.read(64);
    if (theirs === null || theirs[0] !== 0xff || theirs[9] !== 0x7f || theirs[10] < 3) {
      throw new SyntaxError(
        `Cannot speak ZMTP with port ${address.port}: its greeting is not that of ZMTP 3`,
      );
    }
    await writeAll(connection, encodeFrame(readyBody(type), command));
    const ready = await readFrame(reader);
    if (ready === null || (ready.flags & command) === 0) {
      throw new SyntaxError(`Cannot speak ZMTP with port ${address.port}: it did not send READY`);
    }
    if (type === "SUB") await socket.send([Uint8Array.of(1)]);
    return socket;
  } catch (error) {
    socket.close();
    throw error;
  } finally {
    signal?.removeEventListener("abort", socket.close);
  }
}

function frameSocket(connection: Deno.Conn, reader: ByteReader): ZmtpSocket {
  let closed = false;
  let lastWrite: Promise<void> = Promise.resolve();
  return {
    send(frames) {
      const bytes = Buffer.concat(
        frames.map((frame, i) => encodeFrame(frame, i + 1 < frames.length ? more : 0)),
      );
      lastWrite = lastWrite.then(() => writeAll(connection, bytes));
      return lastWrite;
    },
    async receive() {
      const frames: Uint8Array[] = [];
      try {
        while (true) {
          const frame = await readFrame(reader);
          if (frame === null) return null;
          if (frame.flags & command) continue; // no command after READY concerns a client that sends no heartbeat
          frames.push(frame.body);
          if ((frame.flags & more) === 0) return frames;
        }
      } catch (error) {
        if (closed || isDisconnection(error)) return null;
        throw error;
      }
    },
    close() {
      if (closed) return;
      closed = true;
      connection.close();
    },
  };
}

function isDisconnection(error: unknown): boolean {
  return error instanceof Deno.errors.ConnectionReset || error instanceof Deno.errors.ConnectionAborted ||
    error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.BadResource ||
    error instanceof Deno.errors.Interrupted;
}

function greeting(): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes.set([0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 3, 0]);
  bytes.set(new TextEncoder().encode("NULL"), 12);
  return bytes;
}

function readyBody(type: string): Uint8Array {
  const name = "Socket-Type";
  return Buffer.concat([
    Uint8Array.of(5),
    Buffer.from("READY"),
    Uint8Array.of(name.length),
    Buffer.from(name),
    Uint8Array.of(0, 0, 0, type.length),
    Buffer.from(type),
  ]);
}

function encodeFrame(body: Uint8Array, flags: number): Uint8Array {
  if (body.length < 256) return Buffer.concat([Uint8Array.of(flags, body.length), body]);
  const head = new DataView(new ArrayBuffer(9));
  head.setUint8(0, flags | long);
  head.setBigUint64(1, BigInt(body.length));
  return Buffer.concat([new Uint8Array(head.buffer), body]);
}

async function readFrame(reader: ByteReader): Promise<{ flags: number; body: Uint8Array } | null> {
  const head = await reader.read(2);
  if (head === null) return null;
  const flags = head[0];
  if (flags > (more | long | command)) {
    throw new SyntaxError(`Cannot read a ZMTP frame: flags must be at most 7, got ${flags}`);
  }
  let length = head[1];
  if (flags & long) {
    const rest = await reader.read(7);
    if (rest === null) return null;
    const wide = new DataView(Uint8Array.of(length, ...rest).buffer).getBigUint64(0);
    if (wide > 2n ** 30n) throw new SyntaxError(`Cannot read a ZMTP frame: ${wide} bytes are more than 2^30`);
    length = Number(wide);
  }
  const body = await reader.read(length);
  return body && { flags, body };
}

interface ByteReader {
  /** Exactly `count` bytes, the caller's to keep, or null if the stream ends before. */
  read(count: number): Promise<Uint8Array | null>;
}

function byteReader(connection: Deno.Conn): ByteReader {
  const chunk = new Uint8Array(1 << 16);
  let start = 0, end = 0; // unread bytes of `chunk`
  return {
    async read(count) {
      const bytes = new Uint8Array(count);
      let filled = 0;
      while (filled < count) {
        if (start === end) {
          const got = await connection.read(chunk);
          if (got === null) return null;
          start = 0;
          end = got;
        }
        const part = chunk.subarray(start, Math.min(end, start + count - filled));
        bytes.set(part, filled);
        filled += part.length;
        start += part.length;
      }
      return bytes;
    },
  };
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += await connection.write(bytes.subarray(written));
}
