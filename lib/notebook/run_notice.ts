import type { Run } from "lib/run/mod.ts";

/**
 * What run a notebook reads, in a sentence to be shown at its top: a simulated one says SIMULATED before any number.
 */
export function runNotice(run: Run): string {
  const { models, judges, manifest } = run;
  const names = models.length === 0 ? "" : ` (${models.join(", ")})`;
  const who = `${count(models.length, "model")}${names}, ${count(judges.length, "judge")}`;
  if (run.simulated) {
    return `> **SIMULATED.** Run \`${run.name}\`: ${who}. No reply in it comes from a real model: the models are ` +
      "made up and their skills were planted, so nothing below is a result about any language model. Planted " +
      "truth stands beside what the analysis recovers.";
  }
  return `> Run \`${run.name}\` (${manifest.origin}): ${who}.`;
}

function count(n: number, noun: string): string {
  return n === 0 ? `no ${noun}` : n === 1 ? `one ${noun}` : `${n} ${noun}s`;
}
