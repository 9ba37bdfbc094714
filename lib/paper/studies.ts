import { renderAttempts } from "lib/attempts/mod.ts";
import {
  type CausalContrasts,
  causalContrasts,
  measureContinuations,
  type MeasuredContinuations,
} from "lib/causal/mod.ts";
import {
  type Coherence,
  embeddingMap,
  type EntropyConfound,
  entropyConfound,
  layoutDrawings,
  measureCoherence,
  openEmbedder,
  type PromptCoherence,
  stratifiedRows,
  type TierCoherence,
  tierPurity,
} from "lib/coherence/mod.ts";
import { type ProbeStudy, probeStudy } from "lib/probes/mod.ts";
import type { Run } from "lib/run/mod.ts";
import { kept } from "./kept.ts";

/** The probe study of a run, kept between processes. */
export function keptProbes(run: Run): Promise<ProbeStudy> {
  return kept(run, "probes", () => probeStudy(run));
}

/** A run's continuations, measured and compared. */
export interface CausalStudy {
  measured: MeasuredContinuations;
  contrasts: CausalContrasts;
}

/** The causal study of a run, kept between processes. */
export function keptCausal(run: Run): Promise<CausalStudy> {
  return kept(run, "causal", async () => {
    const measured = await measureContinuations(run);
    return { measured, contrasts: causalContrasts(measured.rows) };
  });
}

/** What the ledger asks of a run's coherence. */
export interface CoherenceStudy {
  embedder: Coherence["embedder"] & { width: number };
  models: string[];
  tiers: TierCoherence[];
  prompts: PromptCoherence[];
  confound: EntropyConfound;
  /** Drawings on the map, and how well tiers keep apart there. */
  mapped: number;
  purity: { tier: string; purity: number; chance: number }[];
  /** By model, the spread of the attention of its sharpest drawings; empty without attention. */
  attention: { model: string; spread: number }[];
}

/** The coherence of a run's drawings, kept between processes. */
export function keptCoherence(run: Run): Promise<CoherenceStudy> {
  return kept(run, "coherence", async () => {
    const embedder = await openEmbedder(run);
    try {
      const found = await measureCoherence(layoutDrawings(await renderAttempts(run, "layout")), embedder);
      const rows = stratifiedRows(found.drawings, { seed: 1 });
      return {
        embedder: { ...found.embedder, width: embedder.width },
        models: found.models,
        tiers: found.tiers,
        prompts: found.prompts,
        confound: entropyConfound(found),
        mapped: rows.length,
        purity: tierPurity(embeddingMap(found, rows, { seed: 1 })),
        attention: found.attention.map(({ drawing, spread }) => ({ model: drawing.model, spread })),
      };
    } finally {
      await embedder.close();
    }
  });
}
