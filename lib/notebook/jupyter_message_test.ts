import { deepStrictEqual, match, notStrictEqual, strictEqual, throws } from "node:assert/strict";
import { openMessage, sealMessage } from "./jupyter_message.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("openMessage opens what sealMessage seals, behind identities too", () => {
  const { id, frames } = sealMessage("execute_request", { code: "é" }, "key");
  match(id, /^[0-9a-f-]{36}$/);
  deepStrictEqual(openMessage([bytes("identity"), ...frames], "key"), {
    type: "execute_request",
    parent: "",
    content: { code: "é" },
  });
  notStrictEqual(sealMessage("execute_request", {}, "key").id, id);
});

Deno.test("the signature is HMAC-SHA256 over the four parts as sent", () => {
  // RFC 4231, test case 2: the key "Jefe" over "what do ya want for nothing?", here cut into four frames.
  const parts = ["what do ya ", "want for ", "nothing", "?"].map(bytes);
  const signature = bytes("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  throws(() => openMessage([bytes("<IDS|MSG>"), signature, ...parts], "Jefe"), /JSON/); // gets past the signature
});

Deno.test("openMessage refuses a changed message, another key, and half a message", () => {
  const { frames } = sealMessage("x", { a: 1 }, "key");
  const refused = { name: "SyntaxError", message: /its signature is wrong/ };
  throws(() => openMessage(frames, "other"), refused);
  for (const i of [1, 2, 3, 4, 5]) {
    const changed = frames.map((frame, j) => j === i ? bytes("{}!") : frame);
    throws(() => openMessage(changed, "key"), refused);
  }
  strictEqual(openMessage([...frames, bytes("a buffer")], "key").content.a, 1);
  throws(() => openMessage(frames.slice(0, 5), "key"), /5 frames hold no whole message/);
  throws(() => openMessage([], "key"), /0 frames hold no whole message/);
});
