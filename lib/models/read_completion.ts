import { readEvents } from "./read_events.ts";
import { type TokenEntropy, tokenEntropy } from "./token_entropy.ts";

/** What a server's answer came to. */
export type Completion =
  | {
    ok: true;
    reply: string;
    tokens: number | null;
    entropy: TokenEntropy | null;
    /** `stop`, `length`, ... as the server says. */
    finish: string | null;
    /** Who the server says answered. */
    served: Served;
  }
  | {
    ok: false;
    /** What went wrong, in words. */
    message: string;
    /** Whether asking again may help: true unless the server answered properly, or named the request's own fault. */
    again: boolean;
  };

/** What a server says of itself with a reply; null where it says nothing. */
export interface Served {
  model: string | null;
  provider: string | null;
  fingerprint: string | null;
}

/** Statuses in the 400s that may pass: time-outs, conflicts and rate limits. */
const PASSING = [408, 409, 425, 429];

/** Whether a request that ended in this HTTP status is worth asking again. */
export function mayPass(status: number): boolean {
  return status >= 500 || PASSING.includes(status);
}

/**
 * Reads the body of a successful response to a chat request, or to one for plain completion: a reply, or why there is
 * none.
 *
 * Servers report errors within a success as an object, as a string or at the top level, and some send HTML or half a
 * body: all of these are errors, never replies. So is a choice without text (a model that spent its tokens on
 * reasoning), which is not worth asking again: the server did answer. Text that is empty is a reply.
 *
 * @param text The body; its content type says nothing and is not asked.
 * @param options.mayBeEmpty Whether no text is an empty one, where the model stopped and did nothing else instead: some
 * servers write so of a reply that is gone on with and was finished already. False unless given.
 *
 * @example
 * ```ts
 * import { readCompletion } from "lib/models/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(readCompletion('{"error": {"code": 429, "message": "slow down"}}'), {
 *   ok: false,
 *   message: "an error within a success: slow down",
 *   again: true,
 * });
 * ```
 */
export function readCompletion(text: string, options: { mayBeEmpty?: boolean } = {}): Completion {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = readEvents(text);
    if (body === null) return failed(`the body is no JSON: ${excerpt(text) || "it is empty"}`, true);
  }
  const error = errorIn(body);
  if (error) return { ...error, message: `an error within a success: ${error.message}` };
  if (!isRecord(body) || !Array.isArray(body.choices) || !isRecord(body.choices[0])) {
    return failed(`the body has no choices: ${excerpt(text)}`, true);
  }
  const [choice] = body.choices;
  const inChoice = errorIn(choice);
  if (inChoice) return { ...inChoice, message: `an error within a success: ${inChoice.message}` };
  const finish = textOrNull(choice.finish_reason);
  const message = isRecord(choice.message) ? choice.message : {};
  const reply = contentOf(message.content) ?? (typeof choice.text === "string" ? choice.text : null) ??
    (options.mayBeEmpty && finish === "stop" && isSilent(message) ? "" : null);
  if (reply === null) {
    const refusal = typeof message.refusal === "string" ? `, refusal: ${excerpt(message.refusal)}` : "";
    return failed(`the message has no text (finish: ${finish ?? "not said"}${refusal})`, false);
  }
  return {
    ok: true,
    reply,
    tokens: tokensOf(body.usage, choice.logprobs),
    entropy: tokenEntropy(choice.logprobs),
    finish,
    served: {
      model: textOrNull(body.model),
      provider: textOrNull(body.provider),
      fingerprint: textOrNull(body.system_fingerprint),
    },
  };
}

/** What a failed response's body says, in at most a line: an error's message, a page's title or the text itself. */
export function errorText(text: string): string {
  try {
    const error = errorIn(JSON.parse(text));
    if (error) return error.message;
  } catch {
    // not JSON: a page or a plain text
  }
  return excerpt(text);
}

function failed(message: string, again: boolean): Completion & { ok: false } {
  return { ok: false, message, again };
}

/** The error that a body or a choice carries: `error` as object or string, or an older form at the top level. */
function errorIn(body: unknown): (Completion & { ok: false }) | null {
  if (!isRecord(body)) return null;
  const { error } = body;
  if (typeof error === "string" && error !== "") return failed(excerpt(error), true);
  const inner = isRecord(error) ? error : body.object === "error" ? body : null;
  if (inner) {
    const message = textOrNull(inner.message) ?? textOrNull(inner.detail) ?? JSON.stringify(inner);
    const code = Number(inner.code ?? inner.status ?? NaN);
    return failed(excerpt(message), !(code >= 400 && code < 500) || mayPass(code));
  }
  const said = textOrNull(body.detail) ?? (body.choices === undefined ? textOrNull(body.message) : null);
  return said === null ? null : failed(excerpt(said), true);
}

/** A text, or the texts of a list of parts, joined; null where there is none. */
function contentOf(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts = content.flatMap((part) => isRecord(part) && typeof part.text === "string" ? [part.text] : []);
  return texts.length === 0 ? null : texts.join("");
}

/** Whether a message holds nothing: no refusal, no reasoning under whatever name, no call of a tool. */
function isSilent(message: Record<string, unknown>): boolean {
  const said = Object.entries(message).filter(([name]) => name !== "role");
  return said.every(([, value]) =>
    value === null || value === "" || Array.isArray(value) && value.length === 0
  );
}

function tokensOf(usage: unknown, logprobs: unknown): number | null {
  const counted = isRecord(usage) ? usage.completion_tokens : undefined;
  if (Number.isSafeInteger(counted) && (counted as number) >= 0) return counted as number;
  return isRecord(logprobs) && Array.isArray(logprobs.content) ? logprobs.content.length : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

const EXCERPT = 200;

/** The first of a text on one line; of a page its title. */
function excerpt(text: string): string {
  const head = text.slice(0, 20_000); // enough to find a title in
  const title = /<title[^>]*>([^<]*)/i.exec(head)?.[1];
  const line = (title ?? head).replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ").trim();
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT)}...` : line;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
