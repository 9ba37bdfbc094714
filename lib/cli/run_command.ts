/**
 * Runs a command and ends the process with its exit status: 0 after `--help`, else what `run` gives, 1 where it throws.
 * A reader that closes the pipe ends it too, without a word.
 *
 * @param name Opens the message of an error. @param help Printed for `--help` and `-h`.
 */
export async function runCommand(name: string, help: string, run: () => Promise<number>): Promise<never> {
  if (Deno.args.includes("--help") || Deno.args.includes("-h")) {
    console.log(help.trimEnd());
    Deno.exit(0);
  }
  try {
    Deno.exit(await run());
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) console.error(`${name}: ${(error as Error).message}`);
    Deno.exit(1);
  }
}
