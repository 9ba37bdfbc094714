import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { connectZmtp } from "./zmtp.ts";

const greeting = new Uint8Array(64);
greeting.set([0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 3, 0, 0x4e, 0x55, 0x4c, 0x4c]);
const ready = new Uint8Array([4, 6, 5, ...new TextEncoder().encode("READY")]);

/** A peer on a free port that sends the given bytes in the given pieces, then closes, and keeps what it was sent. */
function peer(pieces: Uint8Array[]) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const sent: number[] = [];
  const done = (async () => {
    const connection = await listener.accept();
    const reading = (async () => {
      for await (const chunk of connection.readable) sent.push(...chunk);
    })().catch(() => {});
    for (const piece of pieces) {
      for (let at = 0; at < piece.length;) {
        at += await connection.write(piece.subarray(at)).catch(() => piece.length);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await connection.closeWrite().catch(() => {});
    await reading;
    listener.close();
  })();
  return { address: { hostname: "127.0.0.1", port: (listener.addr as Deno.NetAddr).port }, sent, done };
}

Deno.test("connectZmtp sends a greeting, READY with its type and, as SUB, one subscription", async () => {
  const { address, sent, done } = peer([greeting, ready]);
  const socket = await connectZmtp(address, "SUB");
  strictEqual(await socket.receive(), null);
  socket.close();
  await done;
  deepStrictEqual(sent.slice(0, 64), [...greeting]);
  const command = [...new TextEncoder().encode("\x04\x19\x05READY\x0bSocket-Type\0\0\0\x03SUB")];
  deepStrictEqual(sent.slice(64), [...command, 0, 1, 1]);
});

Deno.test("a message is the same however its bytes are cut, long frames and empty ones too", async () => {
  const long = new Uint8Array(70_000).map((_, i) => i % 251);
  const head = new Uint8Array([3, 0, 0, 0, 0, 0, 1, 0x11, 0x70]);
  const message = new Uint8Array([...head, ...long, 1, 0, 0, 2, 7, 8]);
  const all = new Uint8Array([...greeting, ...ready, ...message, ...message]);
  for (const cut of [1_000_000, 65_536, 30_011]) {
    const pieces = Array.from(
      { length: Math.ceil(all.length / cut) },
      (_, i) => all.subarray(i * cut, (i + 1) * cut),
    );
    const { address, done } = peer(pieces);
    const socket = await connectZmtp(address, "DEALER");
    for (let i = 0; i < 2; i++) {
      const frames = await socket.receive();
      deepStrictEqual(frames?.map((frame) => frame.length), [70_000, 0, 2]);
      deepStrictEqual(frames, [long, new Uint8Array(0), new Uint8Array([7, 8])]);
    }
    strictEqual(await socket.receive(), null);
    socket.close();
    await done;
  }
});

Deno.test("concurrent sends do not mix, and frames from 256 bytes on carry eight bytes of length", async () => {
  const { address, sent, done } = peer([greeting, ready]);
  const socket = await connectZmtp(address, "DEALER");
  const bodies = [300_000, 256, 255].map((length, i) => new Uint8Array(length).fill(i + 1));
  await Promise.all(bodies.map((body) => socket.send([body, body])));
  socket.close();
  await done;
  const expected: number[] = [];
  for (const body of bodies) {
    for (const more of [1, 0]) {
      const size = [...new Uint8Array(new BigUint64Array([BigInt(body.length)]).buffer)].reverse();
      expected.push(...(body.length > 255 ? [more | 2, ...size] : [more, body.length]));
      for (const byte of body) expected.push(byte);
    }
  }
  deepStrictEqual(sent.slice(sent.length - expected.length), expected);
});

Deno.test("what does not speak ZMTP is refused", async () => {
  const http = peer([new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n".padEnd(100))]);
  await rejects(connectZmtp(http.address, "DEALER"), {
    name: "SyntaxError",
    message: /its greeting is not that of ZMTP 3/,
  });
  await http.done;
  const early = peer([greeting]);
  await rejects(connectZmtp(early.address, "DEALER"), { name: "SyntaxError", message: /did not send READY/ });
  await early.done;
  const garbage = peer([greeting, ready, new Uint8Array([0xff, 0, 0])]);
  const socket = await connectZmtp(garbage.address, "DEALER");
  await rejects(socket.receive(), { name: "SyntaxError", message: /flags must be at most 7, got 255/ });
  socket.close();
  await garbage.done;
  const cut = peer([greeting, ready, new Uint8Array([0, 9, 1])]);
  const short = await connectZmtp(cut.address, "DEALER");
  strictEqual(await short.receive(), null);
  short.close();
  await cut.done;
});
