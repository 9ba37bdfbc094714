import {
  apiRoot,
  type Chat,
  type ChatAnswer,
  chatClient,
  type ChatMessage,
  type ChatOptions,
  pause,
} from "./chat_client.ts";
import { redactor } from "./api_key.ts";
import { errorText, mayPass } from "./read_completion.ts";
import { retryWait } from "./retry_wait.ts";

/**
 * How a server is made to go on from a text as the model's own.
 *
 * `template`: it renders the chat's template (`/apply-template`, as llama.cpp's server does) and completes the prompt with
 * the text behind it (`/completions`); no byte is lost. `continue_final_message`: a chat that ends with an assistant's
 * message, and vLLM's fields that say not to close it. `prefill`: the same without fields, which some servers and
 * routers take so.
 */
export const CONTINUING = ["template", "continue_final_message", "prefill"] as const;
export type Continuing = (typeof CONTINUING)[number];

/** A reply to be gone on with. */
export interface PrefixRequest {
  /** What the reply answers: system and user. */
  messages: readonly ChatMessage[];
  /** What there is of the reply. */
  prefix: string;
  temperature: number;
  seed: number;
  maxTokens: number;
}

/** Goes on with a reply; the answer's `reply` is what comes behind the prefix. */
export interface PrefixClient {
  way: Continuing;
  go(request: PrefixRequest, signal?: AbortSignal): Promise<ChatAnswer>;
}

/** A server that goes on with no prefix in any way that was tried. */
export class CannotContinue extends Error {}

/**
 * What is asked to see whether a server goes on: right behind `fox` it can only be if it does. A model that takes `fox`
 * for the whole word goes on with the next one, and the blank before it, which no reply of its own begins with.
 */
const PROBE = {
  messages: [{
    role: "user" as const,
    content: "Write exactly this line and nothing else: alpha bravo charlie delta echo foxtrot golf hotel",
  }],
  prefix: "alpha bravo charlie delta echo fox",
  temperature: 0,
  seed: 1,
  maxTokens: 8,
};

const GOES_ON = /^(?:trot\b| golf\b)/;

/**
 * Finds out how a server goes on with a prefix. One that renders templates and completes texts does; of a chat server
 * it is seen by having it finish a line that was broken off in a word, greedily.
 *
 * A chat server that cannot starts anew, repeats the prefix or answers it: then every answer would be recorded as a
 * continuation that it is not. So it is refused.
 *
 * @param options.way Tried and taken as it is, without asking.
 * @throws {CannotContinue} If no way works: it tells what each one said.
 *
 * @example
 * ```ts
 * import { prefixClient } from "lib/models/mod.ts";
 * import { rejects } from "node:assert/strict";
 *
 * await using server = Deno.serve({ port: 0, onListen() {} }, () =>
 *   Response.json({ choices: [{ message: { content: "alpha bravo charlie" } }] })); // it starts anew
 * const endpoint = `http://localhost:${server.addr.port}/v1`;
 * await rejects(prefixClient({ endpoint, model: "tiny", retries: 0 }), /cannot go on with a prefix/);
 * ```
 */
export async function prefixClient(options: ChatOptions & { way?: Continuing }): Promise<PrefixClient> {
  const chat = chatClient(options);
  const ways: Record<Continuing, PrefixClient["go"]> = {
    template: byTemplate(chat, options),
    continue_final_message: byMessage(chat, { continue_final_message: true, add_generation_prompt: false }),
    prefill: byMessage(chat, {}),
  };
  if (options.way) return { way: options.way, go: ways[options.way] };
  const said: string[] = [];
  for (const way of CONTINUING) {
    const { reply, error } = await ways[way](PROBE);
    if (reply !== null && (way === "template" || GOES_ON.test(reply))) return { way, go: ways[way] };
    said.push(
      `${way}: ${
        reply === null ? error : `after ${JSON.stringify(PROBE.prefix)} it wrote ${JSON.stringify(reply)}`
      }`,
    );
  }
  throw new CannotContinue(`The server cannot go on with a prefix (${said.join("; ")})`);
}

function byMessage(chat: Chat, extra: Record<string, boolean>): PrefixClient["go"] {
  return ({ messages, prefix, ...request }, signal) =>
    chat({
      ...request,
      extra,
      mayBeEmpty: true,
      messages: [...messages, { role: "assistant", content: prefix }],
    }, signal);
}

function byTemplate(chat: Chat, options: ChatOptions): PrefixClient["go"] {
  const url = new URL("apply-template", apiRoot(options.endpoint));
  const prompts = new Map<string, string>();
  return async ({ messages, prefix, ...request }, signal) => {
    const asked = JSON.stringify({ messages });
    let prompt = prompts.get(asked);
    if (prompt === undefined) {
      const rendered = await applyTemplate(url, asked, { ...options, seed: request.seed, signal });
      if (typeof rendered !== "string") return rendered;
      const lost = messages.find(({ role, content }) =>
        role === "user" && typeof content === "string" && !rendered.includes(content.trim())
      );
      if (lost) {
        const error = "the chat's template could not be applied: what it renders lacks what was asked";
        return { reply: null, error, status: 200, requests: 1 };
      }
      prompts.set(asked, prompt = rendered);
    }
    return await chat({ ...request, messages: [], prompt: prompt + prefix }, signal);
  };
}

/** The prompt, or why there is none; asked for again, as a chat is, where that may help. */
async function applyTemplate(
  url: URL,
  body: string,
  options: ChatOptions & { seed: number; signal?: AbortSignal },
): Promise<string | ChatAnswer> {
  const { retries = 5, seed, signal } = options;
  const backoff = { first: 1000, longest: 60_000, ceiling: 60_000, ...options.backoff };
  for (let requests = 1;; requests++) {
    const found = await postTemplate(url, body, options);
    if (typeof found === "string") return found;
    const { status, what } = found;
    if (requests > retries || status !== null && !mayPass(status)) {
      const error = `the chat's template could not be applied: ${what}`;
      return { reply: null, error, status, requests };
    }
    const wait = retryWait(requests - 1, backoff, { asked: null, seed });
    options.onTrouble?.(what, wait);
    await pause(wait, signal);
  }
}

async function postTemplate(
  url: URL,
  body: string,
  { key = null, timeout = 600_000, signal }: ChatOptions & { signal?: AbortSignal },
): Promise<string | { status: number | null; what: string }> {
  const headers = new Headers({ "content-type": "application/json" });
  if (key) headers.set("authorization", `Bearer ${key}`);
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual", // a key must not follow
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const { status } = response;
    const text = redactor(key)(await response.text());
    if (!response.ok) return { status, what: `HTTP ${status} ${errorText(text)}`.trim() };
    const { prompt } = JSON.parse(text) as { prompt?: unknown };
    return typeof prompt === "string" ? prompt : { status, what: "the body has no prompt" };
  } catch (error) {
    signal?.throwIfAborted();
    const broken = (error as Error).name === "SyntaxError";
    return { status: broken ? 200 : null, what: broken ? "the body is no JSON" : "the connection failed" };
  }
}
