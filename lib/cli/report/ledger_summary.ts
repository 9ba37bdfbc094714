import { claimsLedger } from "lib/paper/mod.ts";
import type { Run } from "lib/run/mod.ts";

/**
 * What became of the paper's claims on a run, in paragraphs of Markdown.
 *
 * @param onProgress Called with the share done and what is being computed.
 */
export async function ledgerSummary(
  run: Run,
  onProgress: (share: number, what: string) => void = () => {},
): Promise<string[]> {
  const { rows } = await claimsLedger(run, { onProgress });
  const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
  const computed = rows.filter(({ found }) => found !== null).length;
  const opening =
    `Of ${rows.length} claims and cells of the paper, ${computed} have their quantity computed on this ` +
    `run: **${count("agrees")}** agree, **${count("differs")}** differ, **${
      count("not testable")
    }** are not testable.`;
  if (run.simulated) {
    return [
      opening,
      "The run is simulated: what depends on its replies says nothing about the paper and counts as not testable, " +
      "whether or not it is computed; what is fixed by prompts, executor and printed numbers is tested on any run.",
    ];
  }
  return [opening];
}
