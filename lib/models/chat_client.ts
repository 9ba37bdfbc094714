import { redactor } from "./api_key.ts";
import { type Completion, errorText, mayPass, readCompletion, type Served } from "./read_completion.ts";
import { readBody } from "./read_body.ts";
import { type Backoff, retryAfter, retryWait } from "./retry_wait.ts";
import type { TokenEntropy } from "./token_entropy.ts";

/** A message of a chat; a judge's has parts, its picture as a data URI; the assistant's is one to be gone on with. */
export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content:
    | string
    | ({ type: "text"; text: string } | { type: "image_url"; image_url: { url: string } })[];
}

/** One thing to ask. */
export interface ChatRequest {
  messages: readonly ChatMessage[];
  /** A text to be gone on with as it is, sent to `/completions` in place of the messages. */
  prompt?: string;
  /** Further fields of the body, which only some servers know. */
  extra?: Readonly<Record<string, string | number | boolean>>;
  /** Whether no text may be an empty reply, as `readCompletion` has it. */
  mayBeEmpty?: boolean;
  temperature: number;
  seed: number;
  maxTokens: number;
  /** Whether to ask for token log-probabilities; a server that has none to give is asked without. */
  logprobs?: boolean;
  /** A JSON schema for the reply; a server that refuses it is asked without. */
  schema?: { name: string; schema: object };
}

/** What asking came to: a reply, or after all retries the reason why there is none. */
export type ChatAnswer =
  | {
    reply: string;
    error: null;
    tokens: number | null;
    entropy: TokenEntropy | null;
    finish: string | null;
    served: Served;
    /** How many requests were sent. */
    requests: number;
  }
  | {
    reply: null;
    /** In words, without the endpoint's address or the key. */
    error: string;
    /** The last HTTP status; null where no response came. */
    status: number | null;
    requests: number;
  };

export interface ChatOptions {
  /** The API's address: `http://localhost:8080/v1`, with or without `/chat/completions` behind it. */
  endpoint: string;
  /** What the server calls the model. */
  model: string;
  /** Sent as a bearer token and found in nothing that comes out; null for none. */
  key?: string | null;
  /** Milliseconds that one request may take, its body included; 600,000 unless given. */
  timeout?: number;
  /** Most requests after the first; 5 unless given. */
  retries?: number;
  /** Milliseconds for all requests of one answer and the waits between them; 1,800,000 unless given. */
  budget?: number;
  /** Waits between requests: from 1 s doubling to 60 s, and at most that where the server asks for one, unless given. */
  backoff?: Partial<Backoff>;
  /** Called before each wait with what went wrong, in words, and the milliseconds until it is asked again. */
  onTrouble?: (what: string, wait: number) => void;
}

/** Asks and answers; it never throws for what a server does, only (an AbortError) when told to stop. */
export type Chat = (request: ChatRequest, signal?: AbortSignal) => Promise<ChatAnswer>;

/** What a server turned out to take. It only ever gets less: what one request found out serves the next. */
interface Dialect {
  /** Alternatives to ask for at each token: 20, some take 5, some none. */
  logprobs: 20 | 5 | 0;
  schema: boolean;
  maxTokens: "max_tokens" | "max_completion_tokens";
}

/** How one request ended. */
type Ending =
  | { completion: Completion & { ok: true }; status: number }
  | { message: string; status: number | null; again: boolean; refused: boolean; asked: number | null };

/**
 * A client of an OpenAI-compatible chat endpoint: vLLM, Ollama, llama.cpp's server, LM Studio, OpenRouter.
 *
 * Retried with backoff within a budget: 408, 409, 425, 429 and 5xx, time-outs, broken and refused connections, bodies that are
 * cut short or no completion, errors within a success that do not name a fault of the request. Never retried: a reply,
 * whatever it says. `n` is not used, since half of the servers do not know it; a body may be as long as a reply of
 * `maxTokens` tokens with all its log-probabilities can be, a longer one is an error.
 *
 * A server that refuses log-probabilities, a schema or `max_tokens` is asked again at once without what it names, or
 * without any where it names none, and from then on if that was it.
 *
 * @throws {TypeError} If the endpoint is no http address, or holds a user, a query or a fragment: it would be written
 * down with what is asked.
 *
 * @example
 * ```ts
 * import { chatClient } from "lib/models/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * await using server = Deno.serve({ port: 0, onListen() {} }, () =>
 *   Response.json({ choices: [{ message: { content: "canvas.fill('red')" } }] }));
 * const chat = chatClient({ endpoint: `http://localhost:${server.addr.port}/v1`, model: "tiny" });
 * const messages = [{ role: "user" as const, content: "Red." }];
 * const answer = await chat({ messages, temperature: 0, seed: 1, maxTokens: 64 });
 * strictEqual(answer.reply, "canvas.fill('red')");
 * ```
 */
export function chatClient(options: ChatOptions): Chat {
  const { model, key = null, timeout = 600_000, retries = 5, budget = 1_800_000 } = options;
  const url = completionsUrl(options.endpoint);
  const plainUrl = new URL(url.href.replace(/\/chat\/completions$/, "/completions"));
  const backoff = { first: 1000, longest: 60_000, ceiling: 60_000, ...options.backoff };
  const redact = redactor(key);
  const headers = new Headers({ "content-type": "application/json", "accept": "application/json" });
  if (key !== null && key !== "") headers.set("authorization", `Bearer ${key}`);
  const known: Dialect = { logprobs: 20, schema: true, maxTokens: "max_tokens" };

  return async (request, signal) => {
    const started = Date.now();
    const most = (1 << 20) + request.maxTokens * 3072; // 20 alternatives a token, pretty-printed with their bytes
    let dialect = { ...known };
    let waits = 0, requests = 0, ending: Ending, refusal: Ending | null = null;
    for (;;) {
      signal?.throwIfAborted();
      const left = Math.max(1, Math.min(timeout, budget - (Date.now() - started)));
      const body = JSON.stringify(bodyOf(request, model, dialect, url));
      requests++;
      ending = await post(request.prompt === undefined ? url : plainUrl, {
        headers,
        body,
        timeout: left,
        most,
        redact,
        mayBeEmpty: request.mayBeEmpty,
        signal,
      });
      if ("completion" in ending) break;
      const weaker = withoutRefused(ending, dialect, request);
      if (weaker) {
        refusal ??= ending;
        dialect = weaker;
        continue;
      }
      if (refusal && !ending.again) break;
      const wait = retryWait(waits, backoff, { asked: ending.asked, seed: request.seed });
      if (!ending.again || waits >= retries || Date.now() - started + wait >= budget) break;
      waits++;
      options.onTrouble?.(redact(ending.message), wait);
      await pause(wait, signal);
    }
    if (!("completion" in ending)) {
      const { message, status } = refusal && !ending.again ? refusal as typeof ending : ending;
      const count = requests === 1 ? "" : `, after ${requests} requests`;
      return { reply: null, error: redact(message) + count, status, requests };
    }
    if (dialect.logprobs < known.logprobs) known.logprobs = dialect.logprobs;
    known.schema &&= dialect.schema;
    known.maxTokens = dialect.maxTokens;
    const { reply, tokens, entropy, finish, served } = ending.completion;
    const clean = (text: string | null) => text === null ? null : redact(text);
    return {
      reply: redact(reply),
      error: null,
      tokens,
      entropy,
      finish: clean(finish),
      served: {
        model: clean(served.model),
        provider: clean(served.provider),
        fingerprint: clean(served.fingerprint),
      },
      requests,
    };
  };
}

/** The address of a server's own routes, beside `/v1`. */
export function apiRoot(endpoint: string): URL {
  return new URL(completionsUrl(endpoint).href.replace(/(?:\/v\d+)?\/chat\/completions$/, "/"));
}

/** The address to post to, from an API's address with or without its last steps. */
function completionsUrl(endpoint: string): URL {
  let url;
  try {
    url = new URL(endpoint);
  } catch {
    throw new TypeError(`Cannot ask a model: the endpoint must be a URL, got ${JSON.stringify(endpoint)}`);
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(`Cannot ask a model: the endpoint must be http or https, got ${url.protocol}`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError("Cannot ask a model: the endpoint must be without user, query and fragment");
  }
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = path.endsWith("/chat/completions") ? path : `${path || "/v1"}/chat/completions`;
  return url;
}

function bodyOf(request: ChatRequest, model: string, dialect: Dialect, url: URL): object {
  const { messages, prompt, temperature, seed, maxTokens, logprobs = false, schema, extra } = request;
  const extras = dialect.schema && schema
    ? { response_format: { type: "json_schema", json_schema: { ...schema, strict: true } } }
    : {};
  return {
    model,
    ...(prompt === undefined ? { messages } : { prompt }),
    temperature,
    seed,
    [dialect.maxTokens]: maxTokens,
    stream: false,
    ...(logprobs && dialect.logprobs > 0 ? { logprobs: true, top_logprobs: dialect.logprobs } : {}),
    ...extras,
    ...extra,
    // OpenRouter otherwise deals requests to providers that drop the seed or the schema without a word
    ...(url.hostname === "openrouter.ai" ? { provider: { require_parameters: true } } : {}),
  };
}

/** The dialect to try next after a refusal that may be about what was asked for beyond the chat; null for none. */
function withoutRefused(ending: Ending, dialect: Dialect, request: ChatRequest): Dialect | null {
  if ("completion" in ending) return null;
  const { message } = ending;
  const asksLogprobs = request.logprobs === true && dialect.logprobs > 0;
  const asksSchema = request.schema !== undefined && dialect.schema;
  const fewer = dialect.logprobs === 20 ? 5 : 0;
  if (asksLogprobs && /log_?-?prob/i.test(message)) return { ...dialect, logprobs: fewer };
  if (asksSchema && /response.?format|json.?schema|grammar|guided|structured/i.test(message)) {
    return { ...dialect, schema: false };
  }
  if (dialect.maxTokens === "max_tokens" && message.includes("max_completion_tokens")) {
    return { ...dialect, maxTokens: "max_completion_tokens" };
  }
  if (ending.refused && (asksLogprobs || asksSchema)) return { ...dialect, logprobs: 0, schema: false };
  return null;
}

/** Statuses by which servers refuse a field, with or without naming it. */
const REFUSALS = [400, 404, 422, 501];

async function post(
  url: URL,
  { headers, body, timeout, most, redact, mayBeEmpty, signal }: {
    headers: Headers;
    body: string;
    timeout: number;
    most: number;
    redact: (text: string) => string;
    mayBeEmpty?: boolean;
    signal?: AbortSignal;
  },
): Promise<Ending> {
  const stop = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, timeout);
  const onAbort = () => stop.abort();
  signal?.addEventListener("abort", onAbort);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      signal: stop.signal,
      redirect: "manual", // a key must not follow
    });
    const { status } = response;
    const text = await readBody(response, most);
    if (text === null) {
      const message = `HTTP ${status} with a body of more than ${most} bytes`;
      return { message, status, again: false, refused: false, asked: null };
    }
    if (!response.ok) {
      const said = errorText(redact(text));
      return {
        message: said === "" ? `HTTP ${status}` : `HTTP ${status}: ${said}`,
        status,
        again: mayPass(status),
        refused: REFUSALS.includes(status),
        asked: retryAfter(response.headers, Date.now()),
      };
    }
    const completion = readCompletion(redact(text), { mayBeEmpty });
    if (completion.ok) return { completion, status };
    return {
      ...completion,
      status,
      refused: false,
      asked: retryAfter(response.headers, Date.now()),
    };
  } catch (error) {
    signal?.throwIfAborted();
    const message = late
      ? `no answer within ${timeout >= 1000 ? `${Math.round(timeout / 1000)} s` : `${timeout} ms`}`
      : `the connection failed: ${connectionText(error)}`;
    return { message, status: null, again: true, refused: false, asked: null };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** What the runtime says of a connection: its innermost cause, without the addresses, which change between runs. */
function connectionText(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.replace(/^.*client error \([^)]*\): /s, "")
    .replaceAll(/https?:\/\/[^\s)]+/g, "the endpoint")
    .replaceAll(/\s*\(?\b\d+\.\d+\.\d+\.\d+:\d+\)?/g, "");
}

/** Waits; rejects with the signal's reason when told to stop. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, stopped) => {
    const onAbort = () => {
      clearTimeout(timer);
      stopped(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      done();
    }, milliseconds);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
