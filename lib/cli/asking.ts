/** What `collect` and `judge` share on the command line: whom to ask, how patiently, and how to be stopped. */
import { apiKey, type Chat, chatClient, type ChatOptions } from "lib/models/mod.ts";
import type { Tally } from "lib/collect/mod.ts";
import { paceText, type Progress } from "./progress.ts";

/** The lines of both helps on the options of `askingOptions`. */
export const ASKING_HELP = `  --endpoint URL     the API's address, such as http://localhost:8080/v1
  --served NAME      what the server calls it, where that is another name
  --concurrency N    requests at a time, 4
  --timeout S        seconds a request may take, 600
  --retries N        requests after a first one that failed, 5
  --budget S         seconds for an attempt with all its requests and waits, 1800
  --backoff S        seconds of the first wait, each next one twice as long, 1
  --retry-failed     ask again for what is recorded as failed
  --dry-run          say what would be asked, and how much; ask and write nothing

A key is taken from the environment variable AMBENCH_API_KEY; it is written nowhere.`;

/** For `parseArgs`. */
export const askingOptions = {
  run: { type: "string" },
  endpoint: { type: "string" },
  served: { type: "string" },
  "max-tokens": { type: "string" },
  concurrency: { type: "string" },
  seed: { type: "string" },
  timeout: { type: "string" },
  retries: { type: "string" },
  budget: { type: "string" },
  backoff: { type: "string" },
  "retry-failed": { type: "boolean" },
  "dry-run": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Values = { readonly [name in keyof typeof askingOptions]?: string | boolean };

/** What the command line got wrong: exit status 2. */
export class Misuse extends Error {}

/** A whole number on the command line, or the fallback where it is not given. */
export function wholeNumber<T>(
  values: Record<string, unknown>,
  name: string,
  fallback: T,
  least = 1,
): number | T {
  const text = values[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(String(text)) || !(value >= least && Number.isSafeInteger(value))) {
    throw new Misuse(`--${name} must be a whole number from ${least}, got ${text}`);
  }
  return value;
}

/** One or more of some choices, given once, often, or with commas between; null where not given. */
export function choices<T extends string>(
  given: readonly string[] | undefined,
  name: string,
  of: readonly T[],
): T[] | null {
  if (given === undefined) return null;
  const chosen = given.flatMap((text) => text.split(",")).map((text) => text.trim());
  const other = chosen.find((text) => !(of as readonly string[]).includes(text));
  if (other !== undefined) throw new Misuse(`--${name} must be one of ${of.join(", ")}, got ${other}`);
  return of.filter((choice) => chosen.includes(choice));
}

/** A client for the endpoint of the command line. */
export function chatFrom(
  values: Values,
  model: string,
  onTrouble?: (what: string, wait: number) => void,
): Chat {
  const options = chatOptionsFrom(values, model, onTrouble);
  try {
    return chatClient(options);
  } catch (error) {
    if (error instanceof TypeError) throw new Misuse(error.message);
    throw error;
  }
}

/** What the command line says of whom to ask and how patiently. */
export function chatOptionsFrom(
  values: Values,
  model: string,
  onTrouble?: (what: string, wait: number) => void,
): ChatOptions {
  if (typeof values.endpoint !== "string") throw new Misuse("--endpoint is missing");
  const milliseconds = (name: "timeout" | "budget" | "backoff", fallback: number) => {
    const text = values[name];
    if (text === undefined) return fallback * 1000;
    if (!/^\d+(\.\d+)?$/.test(String(text)) || !(Number(text) > 0)) {
      throw new Misuse(`--${name} must be a positive number of seconds, got ${text}`);
    }
    return Math.max(1, Math.round(Number(text) * 1000));
  };
  try {
    return {
      endpoint: values.endpoint,
      model: typeof values.served === "string" ? values.served : model,
      key: apiKey(),
      timeout: milliseconds("timeout", 600),
      budget: milliseconds("budget", 1800),
      backoff: { first: milliseconds("backoff", 1) },
      retries: wholeNumber(values, "retries", 5, 0),
      onTrouble,
    };
  } catch (error) {
    if (error instanceof TypeError) throw new Misuse(error.message);
    throw error;
  }
}

/**
 * Does something that SIGINT, SIGTERM and SIGHUP end early but orderly; a second signal ends the process at once. What has
 * been collected by then is in the log either way.
 */
export async function untilInterrupted<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) Deno.exit(1);
    stop.abort();
  };
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) Deno.addSignalListener(signal, onSignal);
  try {
    return await act(stop.signal);
  } finally {
    for (const signal of signals) Deno.removeSignalListener(signal, onSignal);
  }
}

/** How often trouble is told where there is no bar to show it on. */
const TOLD_EVERY = 60_000;

/** Shows a session on a progress display: its tally, and what keeps requests waiting. */
export function showSession(progress: Progress): {
  onProgress: (tally: Tally) => void;
  onTrouble: (what: string, wait: number) => void;
  onNotice: (what: string) => void;
} {
  let share = 0, pace = "", told = -Infinity;
  return {
    onProgress(tally) {
      share = tally.total === 0 ? 1 : tally.done / tally.total;
      pace = paceText(tally);
      progress.update(share, pace);
    },
    onTrouble(what, wait) {
      const text = `${what}; asking again in ${Math.ceil(wait / 1000)} s`;
      if (Deno.stderr.isTerminal()) progress.update(share, `${text}; ${pace}`);
      else if (performance.now() - told >= TOLD_EVERY) {
        told = performance.now();
        console.error(text);
      }
    },
    onNotice(what) {
      console.error(Deno.stderr.isTerminal() ? `\n${what}` : what);
    },
  };
}

/** Runs a command: what it misuses ends with 2, what fails with 1, each with a sentence on standard error. */
export async function runCommand(name: string, act: () => Promise<number>): Promise<never> {
  try {
    Deno.exit(await act());
  } catch (error) {
    console.error((error as Error).message);
    if (error instanceof Misuse || error instanceof RangeError) { // a run that cannot take what is asked for
      console.error(`Try: deno task ${name} --help`);
      Deno.exit(2);
    }
    Deno.exit(1);
  }
}
