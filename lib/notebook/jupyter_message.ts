/**
 * Jupyter messages as they travel: frames `<IDS|MSG>`, signature, header, parent header, metadata, content. The
 * signature is HMAC-SHA256 over the four JSON frames as sent, in hexadecimal.
 * Source: Jupyter client documentation, "Messaging in Jupyter", protocol 5.3.
 */
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";

/** A message from the kernel; `parent` is the id of the request it answers or belongs to. */
export interface JupyterMessage {
  type: string;
  parent: string;
  content: Record<string, unknown>;
}

const delimiter = Buffer.from("<IDS|MSG>");

/**
 * Makes a request ready to send.
 *
 * @param type The message's type, such as `execute_request`.
 * @param content Its content.
 * @param key The connection's key.
 * @returns The id by which answers name it, and its frames.
 */
export function sealMessage(
  type: string,
  content: Record<string, unknown>,
  key: string,
): { id: string; frames: Uint8Array[] } {
  const id = randomUUID();
  const header = {
    msg_id: id,
    session: "am-bench",
    username: "am-bench",
    date: "",
    msg_type: type,
    version: "5.3",
  };
  const parts = [header, {}, {}, content].map((part) => Buffer.from(JSON.stringify(part)));
  return { id, frames: [delimiter, Buffer.from(signature(parts, key)), ...parts] };
}

/**
 * Checks and opens a message.
 *
 * @param frames The frames received; identities or a topic before the delimiter are passed over.
 * @param key The connection's key.
 * @throws {SyntaxError} If a frame is missing, is not JSON or the signature is wrong.
 */
export function openMessage(frames: readonly Uint8Array[], key: string): JupyterMessage {
  const at = frames.findIndex((frame) => delimiter.equals(frame));
  if (at < 0 || frames.length < at + 6) {
    throw new SyntaxError(`Cannot open a Jupyter message: ${frames.length} frames hold no whole message`);
  }
  const parts = frames.slice(at + 2, at + 6);
  const expected = Buffer.from(signature(parts, key));
  const given = frames[at + 1];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new SyntaxError("Cannot open a Jupyter message: its signature is wrong");
  }
  const [header, parent, , content] = parts.map((part) => JSON.parse(new TextDecoder().decode(part)));
  return { type: String(header.msg_type), parent: String(parent.msg_id ?? ""), content };
}

function signature(parts: readonly Uint8Array[], key: string): string {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest("hex");
}
