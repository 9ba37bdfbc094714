import { type BootstrapInterval, type Family } from "lib/stats/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import type { ActivationCell, Activations } from "lib/run/mod.ts";
import { type ComponentProbe, componentProbe } from "./component_probe.ts";
import type { LayoutTargets } from "./layout_targets.ts";
import { type NestedRidge, nestedRidge, nestedRidges } from "./nested_ridge.ts";
import { r2Gap } from "./r2_gap.ts";
import { tfidfRidgeCV } from "./tfidf_ridge_cv.ts";

/** A probe that should find less, on the own target: R2 with its interval, and the zero line. */
export interface ProbeControl {
  r2: BootstrapInterval;
  zero: number;
}

/** The controls of a model's own target; null where the activations have no place of that kind. */
export interface ProbeControls {
  /** Every prompt's layout with another prompt's activations. */
  permuted: ProbeControl;
  /** Layer 0 alone, all positions. */
  embedding: ProbeControl;
  /** The mean of the content tokens' embeddings alone, the counterpart of TF-IDF. */
  tokens: ProbeControl | null;
  /** How many words and characters the prompt has. */
  length: ProbeControl;
}

/** What the probes of one model came to. */
export interface ModelProbes {
  model: string;
  layers: (number | string)[];
  positions: string[];
  width: number;
  /** Prompts left out: of fewer valid generations than a target needs, and without activations. */
  dropped: { few: number; absent: number };
  own: ComponentProbe;
  /** Null where no other model drew: what is shared and what is specific is then not defined. */
  shared: ComponentProbe | null;
  specific: ComponentProbe | null;
  controls: ProbeControls;
}

/** How a model's probes are fitted and compared. */
export interface ProbeOptions {
  /** Of folds, resamples and the permutation. */
  seed: string | number;
  /** 10,000 unless given. */
  resamples?: number;
  /** The grid and the numbers of folds, as `nestedRidge` has them. */
  ks?: readonly number[];
  penalties?: readonly number[];
  outer?: number;
  inner?: number;
}

/** A prompt that a model can be probed on needs this many others: 5 x 5 folds of at least a few prompts each. */
export const FEWEST_PROMPTS = 10;

/**
 * Probes one model: its own, shared and specific layout, each beside the text baseline on the same folds, and the
 * controls. Targets of the same prompts are probed in one pass over the activations.
 *
 * @param targets The model's; `others`: every model's own targets at the prompts of `common`, for the selectivity
 * matrix.
 * @param texts The prompts by id. @param families In which the tests of the gaps are declared.
 * @returns The probes, and those of `others`.
 */
export async function modelProbes(
  { model, activations, targets, texts, others, common, families }: {
    model: string;
    activations: Activations;
    targets: LayoutTargets;
    texts: ReadonlyMap<string, string>;
    others: readonly { model: string; y: readonly Float64Array[] }[];
    common: readonly string[];
    families: { own: Family; parts: Family };
  },
  options: ProbeOptions & { onProgress?: (share: number) => void },
): Promise<{ probes: ModelProbes; others: NestedRidge[] }> {
  const { seed, resamples, onProgress = () => {}, ...grid } = options;
  const items = probedPrompts(targets.own, { activations, texts });
  const parts = items.filter((item) => targets.shared.has(item)), split = parts.length >= FEWEST_PROMPTS;
  const rows = (target: Map<string, Float64Array>, of: readonly string[]) =>
    of.map((item) => target.get(item)!);

  // one pass over the activations for all targets of the same prompts
  const own = rows(targets.own, items), order = randomStream(seed, "permute prompts").shuffle(items);
  const asked: { of: readonly string[]; y: readonly Float64Array[] }[] = [
    { of: items, y: own },
    { of: items, y: rows(targets.own, order) },
    ...split
      ? [targets.shared, targets.specific].map((target) => ({ of: parts, y: rows(target, parts) }))
      : [],
  ];
  const same = common.join("\0") === items.join("\0"); // the model's own need not be probed twice
  const asks = others.map((other) => same && other.model === model ? asked[0] : { of: common, y: other.y });
  asked.push(...asks.filter((ask) => ask !== asked[0]));
  const passes = [...Map.groupBy(asked, ({ of }) => of.join("\0")).values()];
  const cells = activations.layers.flatMap((layer) =>
    activations.positions.map((position) => ({ layer, position }))
  );
  const found = new Map<typeof asked[number], NestedRidge>();
  for (const [at, pass] of passes.entries()) {
    const probes = await nestedRidges(finiteCells(activations, pass[0].of, model), pass.map(({ y }) => y), {
      ...grid,
      seed,
      onProgress: (done) => onProgress((at + done / cells.length) / passes.length),
    });
    pass.forEach((target, t) => found.set(target, probes[t]));
  }

  const [ownAsk, permutedAsk, sharedAsk, specificAsk] = asked;
  const text = textPredictions(split ? [ownAsk, sharedAsk, specificAsk] : [ownAsk], found, texts);
  const component = (ask: typeof asked[number], name: string, family: Family, test: string) =>
    componentProbe({ y: ask.y, text: text.get(ask)!, probe: found.get(ask)!, cells }, {
      seed: [seed, "probe", name],
      resamples,
      test: { family, name: test },
    });
  const control = ({ predictions, baseline, zero }: NestedRidge, y: readonly Float64Array[]) => ({
    r2: r2Gap(y, { probe: predictions, baseline }, { seed: [seed, "probe", "own"], resamples }).probe,
    zero,
  });
  const alone = async (rows: readonly ArrayLike<number>[][]) =>
    control(
      await nestedRidge(rows.map((cell, layer) => ({ layer, rows: cell })), own, { ...grid, seed }),
      own,
    );
  const embedding = activations.layer(0, items),
    mean = embedding.find(({ position }) => /mean/i.test(position));
  const probes: ModelProbes = {
    model,
    layers: activations.layers,
    positions: activations.positions,
    width: activations.width,
    dropped: { few: targets.dropped.length, absent: targets.own.size - items.length },
    own: component(ownAsk, "own", families.own, model),
    shared: split ? component(sharedAsk, "shared", families.parts, `${model}, shared`) : null,
    specific: split ? component(specificAsk, "specific", families.parts, `${model}, specific`) : null,
    controls: {
      permuted: control(found.get(permutedAsk)!, permutedAsk.y),
      embedding: await alone(embedding.map((cell) => cell.rows)),
      tokens: mean ? await alone([mean.rows]) : null,
      length: await alone([items.map((item) => lengthOf(texts.get(item)!))]),
    },
  };
  return { probes, others: asks.map((ask) => found.get(ask)!) };
}

/** The prompts of a target that have activations and a text, in the target's order. */
export function probedPrompts(
  target: ReadonlyMap<string, unknown>,
  { activations, texts }: {
    activations: Pick<Activations, "prompts">;
    texts: ReadonlyMap<string, string>;
  },
): string[] {
  const there = new Set(activations.prompts);
  return [...target.keys()].filter((item) => there.has(item) && texts.has(item));
}

/**
 * The cells of a model's activations.
 *
 * @throws {RangeError} If a value is not finite, naming its model and prompt, of which the probe knows nothing.
 */
function* finiteCells(
  activations: Pick<Activations, "cells">,
  items: readonly string[],
  model: string,
): Generator<ActivationCell> {
  for (const cell of activations.cells(items)) {
    for (const [i, row] of cell.rows.entries()) {
      for (let j = 0; j < row.length; j++) {
        if (Number.isFinite(row[j])) continue;
        throw new RangeError(
          `Cannot probe ${model}: activations must be finite, got ${row[j]} of prompt ${items[i]}, ` +
            `layer ${cell.layer}, ${cell.position}, value ${j}`,
        );
      }
    }
    yield cell;
  }
}

/** The text baseline of every target, one fit for all of the same prompts. */
function textPredictions<T extends { of: readonly string[]; y: readonly Float64Array[] }>(
  asked: readonly T[],
  found: ReadonlyMap<T, NestedRidge>,
  texts: ReadonlyMap<string, string>,
): Map<T, number[][]> {
  const predictions = new Map<T, number[][]>();
  for (const some of Map.groupBy(asked, ({ of }) => of.join("\0")).values()) {
    const documents = some[0].of.map((item) => texts.get(item)!);
    const beside = documents.map((_, i) => some.flatMap(({ y }) => [...y[i]]));
    const all = tfidfRidgeCV(documents, beside, { folds: found.get(some[0])!.folds.outer }).predictions;
    let from = 0;
    for (const ask of some) {
      const width = ask.y[0].length, start = from;
      predictions.set(ask, all.map((row) => row.slice(start, start + width)));
      from += width;
    }
  }
  return predictions;
}

function lengthOf(text: string): number[] {
  return [text.split(/\s+/).filter((word) => word !== "").length, text.length];
}
