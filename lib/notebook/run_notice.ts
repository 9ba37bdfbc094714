import type { Run } from "lib/run/mod.ts";

/**
 * What run a notebook reads, in a sentence to be shown at its top: a simulated one says SIMULATED before any number.
 */
export function runNotice(run: Run): string {
  const { models, judges, manifest } = run;
  const who = `${models.length} models (${models.join(", ")}), ${judges.length} judges`;
  if (run.simulated) {
    return `> **SIMULATED.** Run \`${run.name}\`: ${who}. No reply in it comes from a real model: the models are ` +
      "made up and their skills were planted, so nothing below is a result about any language model. Planted " +
      "truth stands beside what the analysis recovers.";
  }
  return `> Run \`${run.name}\` (${manifest.origin}): ${who}.`;
}
