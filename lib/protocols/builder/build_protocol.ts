import { type Chat, chatClient, type ChatMessage, type ChatOptions } from "lib/models/mod.ts";
import type { Type } from "../ops/op.ts";
import { builderMessages, revisionMessages } from "./builder_messages.ts";
import { type BuiltProtocol, checkConfiguration, type ConfigurationError } from "./check_configuration.ts";
import { type Contract, requireSealed } from "./contract.ts";
import { deeperThan } from "./deeper_than.ts";
import { validateExamples } from "./validate_examples.ts";

/** A fault of a configuration: of its checks, or of its trial on the examples. */
export interface BuildFault {
  readonly error: ConfigurationError | "example_failed" | "too_large";
  readonly message: string;
}

/** One call of a build: what came back, and what was wrong with it. */
export interface BuildRound {
  /** Null where the endpoint gave none; `message` then says why. */
  readonly reply: string | null;
  readonly faults: readonly BuildFault[];
  readonly message?: string;
}

/** What building came to. */
export type BuildResult =
  | {
    readonly ok: true;
    readonly type: Type;
    readonly built: BuiltProtocol;
    /** Of the frozen protocol's JSON. */
    readonly sha256: string;
    /** Whether the model failed twice and the answer is to be written, as the suite words it. */
    readonly fellBack: boolean;
    readonly rounds: readonly BuildRound[];
  }
  | {
    readonly ok: false;
    /** `unsupported`: no sound configuration, and no fallback for such answers; `no_reply`: the endpoint gave none. */
    readonly error: "unsupported" | "no_reply";
    readonly rounds: readonly BuildRound[];
  };

/** Whom to ask, and what came back before. */
export interface BuildOptions {
  /** A chat, or where to find one. */
  readonly model: Chat | ChatOptions;
  /** Replies of an earlier build, in order: taken in place of calls, so that a build can be repeated without a model. */
  readonly replay?: readonly string[];
  readonly seed?: number;
  /** Most tokens of a reply, 4096 unless given. */
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
}

/** A configuration beyond this is not looked into: nothing that reads one picture needs as much. */
const MOST_CHARACTERS = 200_000, MOST_STEPS = 200, DEEPEST = 32;

const FALLBACK_GUIDANCE =
  "{instruction} Write the answer alone, in large black letters on white, and nothing else.";

/**
 * Has a model build a protocol for a task: the contract goes out, a declarative configuration comes back, is checked,
 * compiled and tried on the answer-hidden examples, and where that fails goes back once with what is wrong. A second
 * failure becomes the suite's own fallback where answers of the type can be written and read, else `unsupported`.
 *
 * No call holds an answer, a score or a hint of either: only the contract's declared fields are sent.
 *
 * @returns The frozen protocol with its sha256, and each call's reply with its faults; an endpoint that gives no reply
 * is `no_reply`, never a fallback.
 * @throws {RangeError} If the contract shows a hidden field or has more than three examples.
 * @throws {TypeError} If the endpoint is no http address.
 */
export async function buildProtocol(contract: Contract, options: BuildOptions): Promise<BuildResult> {
  requireSealed(contract);
  const { model, replay = [], seed = 1, maxTokens = 4096, signal } = options;
  const chat = typeof model === "function" ? model : chatClient(model);
  const rounds: BuildRound[] = [];
  const ask = async (messages: ChatMessage[]): Promise<string | null> => {
    if (replay.length > rounds.length) return replay[rounds.length];
    const answer = await chat({ messages, temperature: 0, seed, maxTokens }, signal);
    if (answer.reply === null) rounds.push({ reply: null, faults: [], message: answer.error });
    return answer.reply;
  };
  let messages = builderMessages(contract);
  for (let round = 0; round < 2; round++) {
    const reply = await ask(messages);
    if (reply === null) return { ok: false, error: "no_reply", rounds };
    const { faults, passed } = tried(contract, reply);
    rounds.push({ reply, faults });
    if (passed) return { ok: true, ...passed, fellBack: false, rounds };
    messages = revisionMessages(contract, reply, faults.map(({ message }) => message));
  }
  const own = JSON.stringify({ route: "fallback", guidance: FALLBACK_GUIDANCE });
  const { passed } = tried(contract, own);
  return passed
    ? { ok: true, ...passed, fellBack: true, rounds }
    : { ok: false, error: "unsupported", rounds };
}

/** A reply checked and tried: the protocol that passed, or the faults. */
function tried(
  contract: Contract,
  reply: string,
): { faults: readonly BuildFault[]; passed?: { type: Type; built: BuiltProtocol; sha256: string } } {
  const large = tooLarge(reply);
  if (large) return { faults: [{ error: "too_large", message: `Cannot read the configuration: ${large}` }] };
  const check = checkConfiguration(contract, reply);
  if (!check.ok) return { faults: check.errors };
  const { type, built, sha256 } = check;
  if (built.pipeline.steps.length > MOST_STEPS) {
    const message = `Cannot run the configuration: it must have at most ${MOST_STEPS} steps, got ` +
      built.pipeline.steps.length;
    return { faults: [{ error: "too_large", message }] };
  }
  const faults = validateExamples(contract, built).map((message) => ({
    error: "example_failed" as const,
    message,
  }));
  return faults.length > 0 ? { faults } : { faults, passed: { type, built, sha256 } };
}

/** Why a reply is not even read, if so: its length, or brackets nested so deep that reading it would exhaust the stack. */
function tooLarge(reply: string): string | undefined {
  if (reply.length > MOST_CHARACTERS) {
    return `it must have at most ${MOST_CHARACTERS} characters, got ${reply.length}`;
  }
  const deep = deeperThan(reply.slice(Math.max(0, reply.indexOf("{"))), DEEPEST);
  return deep ? `it must be nested at most ${DEEPEST} deep` : undefined;
}
