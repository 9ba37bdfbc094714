import type { Primitive } from "lib/canvas/mod.ts";
import type { Task } from "lib/run/mod.ts";
import type { LazyTexts } from "./lazy_texts.ts";

/** One answered or failed attempt, on the canvas unless SVG was asked for, and what its reply came to. */
export interface Attempt {
  model: string;
  task: Task;
  item: string;
  sample: number;
  /** Null where the request failed at the server: neither valid nor invalid, out of every rate. */
  status: AttemptStatus | null;
  /** The exception's class, the forbidden name or the class of syntax error; null where there is none. */
  errorType: string | null;
  /** In words and with its line in the extracted code; null where there is none. */
  errorMessage: string | null;
  errorLine: number | null;
  /** Every drawing call in order, `fill` too; empty unless `ok`, and for an SVG. Read from disk when asked for, see `extendAttempt`. */
  primitives: Primitive[];
  trivial: boolean;
  entropy: number | null;
  tokens: number | null;
  /** Read from disk when asked for. */
  reply: string | null;
}

export type AttemptStatus =
  | "ok"
  | "empty"
  | "syntax_error"
  | "forbidden"
  | "runtime_error"
  | "timeout"
  | "memory";

/** What an attempt holds itself: some hundred bytes. */
export type AttemptValues = Omit<Attempt, "primitives" | "reply">;

/** Where the rest of an attempt is. */
export interface AttemptTexts {
  replies: LazyTexts;
  /** Which of them is its reply. */
  reply: number;
  /** JSON. */
  primitives: LazyTexts;
  /** Which of them are its calls; null where there was no reply. */
  outcome: number | null;
}

/**
 * An attempt whose drawing calls and reply stay on disk. Both are enumerable properties of the object itself, so that
 * a copy by `{...attempt}` has them like any other, in memory from then on. All objects share the two getters, which keeps
 * them as small as their values.
 */
class StoredAttempt {
  readonly #texts: AttemptTexts;

  constructor(values: AttemptValues, texts: AttemptTexts) {
    this.#texts = texts;
    Object.assign(this, values);
    Object.defineProperties(this, GETTERS);
  }

  static primitivesOf(attempt: StoredAttempt): Primitive[] {
    const { primitives, outcome } = attempt.#texts;
    const { status } = attempt as unknown as Attempt;
    return status === "ok" && outcome !== null ? JSON.parse(primitives.at(outcome)!) : [];
  }

  static replyOf(attempt: StoredAttempt): string | null {
    return attempt.#texts.replies.at(attempt.#texts.reply);
  }

  /** Another object with the same texts. */
  static extended(attempt: StoredAttempt, more: object): StoredAttempt {
    const { primitives: _, reply: __, ...values } = Object.getOwnPropertyDescriptors(attempt) as Record<
      string,
      PropertyDescriptor
    >;
    const plain = Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));
    return new StoredAttempt({ ...plain, ...more } as AttemptValues, attempt.#texts);
  }
}

const GETTERS: PropertyDescriptorMap & ThisType<StoredAttempt> = {
  primitives: {
    enumerable: true,
    configurable: true,
    get() {
      return StoredAttempt.primitivesOf(this);
    },
  },
  reply: {
    enumerable: true,
    configurable: true,
    get() {
      return StoredAttempt.replyOf(this);
    },
  },
};

/** An attempt of values at hand and texts on disk. */
export function storedAttempt(values: AttemptValues, texts: AttemptTexts): Attempt {
  return new StoredAttempt(values, texts) as unknown as Attempt;
}

/** An attempt with more fields; what the attempt has on disk stays there, where a spread would read it. */
export function extendAttempt<T extends Attempt, More extends object>(attempt: T, more: More): T & More {
  return attempt instanceof StoredAttempt
    ? StoredAttempt.extended(attempt, more) as unknown as T & More
    : { ...attempt, ...more };
}
