/** Shows how far a job is: a bar on a terminal, a plain line every tenth elsewhere. Always on stderr. */
export interface Progress {
  /** Says that `share` of the work, in [0, 1], is done, and what is being done now. */
  update(share: number, what: string): void;
  /** Ends the bar with a line. */
  end(what: string): void;
}

/**
 * Starts a progress display.
 *
 * @param title What the job is, such as "simulating".
 */
export function startProgress(title: string): Progress {
  const encoder = new TextEncoder();
  const write = (text: string) => void Deno.stderr.writeSync(encoder.encode(text));
  const bar = Deno.stderr.isTerminal();
  let tenth = -1, width = 0;
  return {
    update(share, what) {
      const percent = `${Math.floor(share * 100)} %`.padStart(5);
      if (bar) {
        const filled = Math.round(share * 24);
        const line = `${title} [${"#".repeat(filled)}${".".repeat(24 - filled)}] ${percent} ${what}`;
        write(`\r${line.padEnd(width)}`);
        width = line.length;
      } else if (Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10);
        write(`${title}: ${percent.trim()}, ${what}\n`);
      }
    },
    end(what) {
      write(bar ? `\r${`${title}: ${what}`.padEnd(width)}\n` : `${title}: ${what}\n`);
    },
  };
}
