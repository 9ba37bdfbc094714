import type { Injected, Type } from "../ops/op.ts";
import { deeperThan } from "./deeper_than.ts";

/** One answer-hidden example of a task. */
export interface ContractExample {
  readonly instruction?: string;
  readonly media?: readonly unknown[];
  readonly item?: Readonly<Record<string, unknown>>;
}

/** What a builder is told of a task: never an answer, a score, or a hint of either. */
export interface Contract {
  readonly task: string;
  readonly capability: string;
  readonly instruction: string;
  readonly media: readonly string[];
  /** The item's fields by type. */
  readonly item: Readonly<Record<string, Type>>;
  readonly answer: { readonly type: Type; readonly choices?: readonly string[] };
  readonly metric: string;
  readonly functions: readonly (keyof Injected)[];
  /** Fields that a parser must not see, besides those that always are hidden. */
  readonly hidden?: readonly string[];
  readonly examples: readonly ContractExample[];
  /** The protocols that may be reused; all where absent. */
  readonly protocols?: readonly string[];
  /** The ops that may be used; all where absent. */
  readonly ops?: readonly string[];
}

const ALWAYS_HIDDEN = ["answer", "mask_path", "evaluator", "reference"];
const MOST_EXAMPLES = 3;

/** Text nested deeper than this is taken for none. */
const DEEPEST = 100;

/** The names of all fields that must not show. */
export function hiddenFields({ hidden = [] }: Pick<Contract, "hidden">): string[] {
  return [...new Set([...ALWAYS_HIDDEN, ...hidden])].filter((name) => name !== "");
}

/**
 * Refuses a contract that would show an answer.
 *
 * @throws {RangeError} If there is a fourth example, or a hidden field anywhere in one.
 */
export function requireSealed(contract: Contract): void {
  const examples = contract.examples ?? [];
  if (examples.length > MOST_EXAMPLES) {
    throw new RangeError(
      `Cannot use a contract: it must have at most ${MOST_EXAMPLES} examples, got ${examples.length}`,
    );
  }
  const hidden = new Set(hiddenFields(contract));
  for (const [i, example] of examples.entries()) {
    for (const key of keysWithin(example)) {
      if (hidden.has(key)) {
        throw new RangeError(`Cannot use a contract: example ${i} must hide ${key}, got it`);
      }
    }
  }
}

/** All keys within a value, those of JSON in its texts too: data sets nest values so. */
function* keysWithin(value: unknown): Generator<string> {
  if (typeof value === "string" && /^\s*[{[]/.test(value) && !deeperThan(value, DEEPEST)) {
    yield* keysWithin(parsed(value));
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield key;
    yield* keysWithin(inner);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
