import {
  humanRecovery,
  mediumRecovery,
  type Recovery,
  translationRecovery,
  validityRecovery,
} from "lib/attempts/mod.ts";
import { causalRecovery, doseResponse, identicalShares } from "lib/causal/mod.ts";
import { scatterRecovery } from "lib/coherence/mod.ts";
import { probeRecovery } from "lib/probes/mod.ts";
import { type Evidence, Lacking } from "./evidence.ts";

/** What was planted for a part of a simulated run beside what the analyses behind the claims recover. */
export interface PartRecovery {
  part: string;
  rows: Recovery[];
}

/**
 * Planted beside recovered, part by part: the test that the quantities of the ledger are computed rightly.
 *
 * @returns Empty unless the run has planted truth; parts that it lacks are left out.
 */
export async function ledgerRecovery(e: Evidence): Promise<PartRecovery[]> {
  const { planted } = e.run.manifest;
  if (!planted) return [];
  const parts: [string, () => Promise<Recovery[]>][] = [
    ["validity", async () => validityRecovery(await e.rates(), planted)],
    [
      "translation",
      async () =>
        translationRecovery(await e.summaries(), await e.predictors(), planted, await e.scored("ladder")),
    ],
    ["people", async () => humanRecovery(await e.human(), planted)],
    ["medium", async () => mediumRecovery(await e.media(), planted)],
    ["probes", async () => probeRecovery(await e.probes(), planted)],
    ["continuations", async () => {
      const { measured: { rows }, contrasts } = await e.causal();
      const doses = doseResponse(rows, { stratum: { comments: "comment-free", pictures: "finished" } });
      return causalRecovery(
        contrasts,
        { doses, identical: identicalShares(rows.filter(({ commented }) => !commented)) },
        planted,
      );
    }],
    ["coherence", async () => scatterRecovery(await e.coherence(), planted)],
  ];
  const found: PartRecovery[] = [];
  for (const [part, make] of parts) {
    try {
      const rows = await make();
      if (rows.length > 0) found.push({ part, rows });
    } catch (error) {
      if (!(error instanceof Lacking)) throw error;
    }
  }
  return found;
}
