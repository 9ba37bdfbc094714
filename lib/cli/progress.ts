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
        const line = fitted(`${title} [${"#".repeat(filled)}${".".repeat(24 - filled)}] ${percent} ${what}`);
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

/** As much of a line as the terminal is wide: a wrapped one could not be written over. */
function fitted(line: string): string {
  try {
    return line.slice(0, Math.max(20, Deno.consoleSize().columns - 1));
  } catch {
    return line; // a terminal that does not tell
  }
}

/** Where a job stands whose steps take long and can fail. */
export interface Pace {
  done: number;
  total: number;
  failed: number;
  /** Steps and tokens since the job was started this time, and the seconds since then. */
  fresh: number;
  tokens: number;
  seconds: number;
}

/**
 * Where a long job stands, in a line: steps, rate, failures, tokens and the time left at the pace so far.
 *
 * @example
 * ```ts
 * import { paceText } from "lib/cli/progress.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(
 *   paceText({ done: 150, total: 1650, failed: 2, fresh: 100, tokens: 40_000, seconds: 50 }),
 *   "150 of 1650, 2/s, 2 failed, 40,000 tokens (800/s), 13 min left",
 * );
 * ```
 */
export function paceText({ done, total, failed, fresh, tokens, seconds }: Pace): string {
  const parts = [`${done} of ${total}`];
  const rate = seconds > 0 ? fresh / seconds : 0;
  if (rate > 0) {
    parts.push(rate >= 1 ? `${Number(rate.toFixed(1))}/s` : `${Number((rate * 60).toFixed(1))}/min`);
  }
  if (failed > 0) parts.push(`${failed} failed`);
  if (tokens > 0) {
    const pace = seconds > 0 ? ` (${Math.round(tokens / seconds)}/s)` : "";
    parts.push(`${String(tokens).replace(/\B(?=(\d{3})+$)/g, ",")} tokens${pace}`);
  }
  if (rate > 0 && done < total) parts.push(`${durationText((total - done) / rate)} left`);
  return parts.join(", ");
}

function durationText(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 100 * 60 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
