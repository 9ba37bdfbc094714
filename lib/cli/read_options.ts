import { parseArgs } from "node:util";

/** Options by name: with a text behind them, or none. */
type Options = Record<string, { type: "string" | "boolean" }>;

/** What was given of them. */
type Given<T extends Options> = { [Name in keyof T]?: T[Name]["type"] extends "boolean" ? boolean : string };

/** Says what is wrong with a command line, then how it is used, and ends the process with status 2. */
export function misuse(message: string, help: string): never {
  console.error(`${message}\n\n${help}`);
  Deno.exit(2);
}

/**
 * The options of this process's command line. `--help` and `-h` print the help and end the process with status 0; what
 * is no option ends it with 2.
 */
export function readOptions<const T extends Options>(help: string, options: T): Given<T> {
  let values: Record<string, unknown>;
  try {
    ({ values } = parseArgs({
      args: Deno.args,
      options: { ...options, help: { type: "boolean", short: "h" } },
    }));
  } catch (error) {
    misuse((error as Error).message, help);
  }
  if (values.help) {
    console.log(help);
    Deno.exit(0);
  }
  return values as Given<T>;
}
