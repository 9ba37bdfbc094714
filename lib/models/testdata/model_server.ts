/**
 * An HTTP server on loopback that answers as it is told, byte by byte if need be: written over plain TCP, since a
 * real HTTP server cannot be made to break the rules.
 */

/** How a request is treated. */
export interface Conduct {
  status?: number;
  headers?: Record<string, string>;
  /** A text, or what is sent as JSON; an ordinary completion unless given. */
  body?: unknown;
  /** Closes the connection after so many bytes of the body, whose full length was announced. */
  cutAfter?: number;
  /** Sends the body in chunks of ten bytes, this many milliseconds apart. */
  drip?: number;
  /** Milliseconds before anything is sent. */
  after?: number;
  /** Closes the connection without a word. */
  hangUp?: boolean;
}

/** A request as it came. */
export interface Asked {
  /** From 0, of all requests. */
  number: number;
  headers: Headers;
  // deno-lint-ignore no-explicit-any -- tests look into whatever the client sent
  body: any;
  path: string;
}

export interface ModelServer extends AsyncDisposable {
  endpoint: string;
  port: number;
  asked: Asked[];
}

/** A completion with a text, and with whatever else is given for the choice or the body. */
export function completion(content: unknown, choice: object = {}, body: object = {}) {
  return {
    id: "x",
    object: "chat.completion",
    model: "tiny-1",
    system_fingerprint: "fp",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop", ...choice }],
    usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
    ...body,
  };
}

/** Starts a server. @param conduct What to do with a request. */
export function startModelServer(conduct: (asked: Asked) => Conduct | Promise<Conduct>): ModelServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const asked: Asked[] = [];
  const connections = new Set<Deno.Conn>();
  const serving: Promise<void>[] = [];
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let closed = false;
  const sleep = (ms: number) =>
    new Promise<void>((done) => {
      if (closed) return done();
      const timer = setTimeout(() => {
        timers.delete(timer);
        done();
      }, ms);
      timers.add(timer);
    });
  const serve = async (connection: Deno.Conn) => {
    try {
      const request = await readRequest(connection);
      if (request === null) return;
      asked.push({ number: asked.length, ...request });
      const told = await conduct(asked[asked.length - 1]);
      if (told.after) await Promise.race([sleep(told.after), gone(connection)]);
      if (told.hangUp || closed) return;
      const { body = completion("canvas.fill('red')"), status = 200, headers = {} } = told;
      const bytes = new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
      const lines = Object.entries({
        "content-type": "application/json",
        "content-length": String(bytes.length),
        "connection": "close",
        ...headers,
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      await writeAll(connection, new TextEncoder().encode(`HTTP/1.1 ${status} X\r\n${lines.join("")}\r\n`));
      const end = Math.min(bytes.length, told.cutAfter ?? Infinity);
      const step = told.drip === undefined ? end : 10;
      for (let at = 0; at < end && !closed; at += step) {
        if (told.drip !== undefined) await sleep(told.drip);
        await writeAll(connection, bytes.subarray(at, Math.min(end, at + step)));
      }
    } catch {
      // the client went away
    } finally {
      connections.delete(connection);
      try {
        connection.close();
      } catch {
        // closed with the server
      }
    }
  };
  const accepting = (async () => {
    for await (const connection of listener) {
      connections.add(connection);
      serving.push(serve(connection));
    }
  })();
  return {
    endpoint: `http://127.0.0.1:${port}/v1`,
    port,
    asked,
    async [Symbol.asyncDispose]() {
      closed = true;
      listener.close();
      for (const connection of connections) {
        try {
          connection.close();
        } catch {
          // closed by itself
        }
      }
      await accepting;
      await Promise.all(serving);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Resolves when the other side closes. */
async function gone(connection: Deno.Conn): Promise<void> {
  const byte = new Uint8Array(1);
  while (await connection.read(byte).catch(() => null) !== null);
}

async function readRequest(connection: Deno.Conn): Promise<Omit<Asked, "number"> | null> {
  const chunk = new Uint8Array(65536);
  let text = "";
  const decoder = new TextDecoder("latin1"); // so that characters are bytes until the body is known
  for (;;) {
    const count = await connection.read(chunk);
    if (count === null) return null;
    text += decoder.decode(chunk.subarray(0, count), { stream: true });
    const end = text.indexOf("\r\n\r\n");
    if (end === -1) continue;
    const [first, ...lines] = text.slice(0, end).split("\r\n");
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
    const length = Number(headers.get("content-length") ?? 0);
    if (text.length < end + 4 + length) continue;
    const bytes = Uint8Array.from(text.slice(end + 4), (character) => character.charCodeAt(0));
    return { headers, body: JSON.parse(new TextDecoder().decode(bytes)), path: first.split(" ")[1] };
  }
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}
