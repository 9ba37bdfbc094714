import { PAIR_BINS, type PairKind, type Share } from "lib/attempts/mod.ts";
import { clopperPearson } from "lib/stats/mod.ts";
import { type Evidence, Lacking } from "../evidence.ts";
import { percent, type Quantities, quantities } from "./quantity.ts";

/** The human study: appendix C.2. */
export function humanQuantities(): Quantities {
  const results = async (e: Evidence) => (await e.human()).all;
  const judge = async (e: Evidence, which: 1 | 2) => {
    const name = await e.judge(which);
    return (await results(e)).judges.find((row) => row.judge === name)!;
  };
  const pairs = (kind?: PairKind) => async (e: Evidence) =>
    (await e.pairs()).filter((pair) => kind === undefined || pair.kind === kind).length;
  const ties = async (e: Evidence) => (await results(e)).tiesByGap.map(({ ties }) => ties);
  const known = (share: Share, what: string) => {
    if (share.n === 0) throw new Lacking(`the run has no ${what}`);
    return percent(share);
  };
  const interval = ({ k, n }: Share) => clopperPearson(k, n, 0.95);
  const both = (holds: (row: Awaited<ReturnType<typeof judge>>) => boolean) => async (e: Evidence) =>
    holds(await judge(e, 1)) && holds(await judge(e, 2));
  return {
    ...quantities("run", "05-human#pairs", {
      "human.pairs": pairs(),
      "human.pairs.stratified": pairs("stratified"),
      "human.pairs.cross_model": pairs("cross-model"),
      "human.pairs.cross_tier": pairs("cross-tier"),
      "human.pairs.catch": pairs("catch"),
      "human.prompts_covered": async (e) =>
        new Set((await e.pairs()).flatMap(({ left, right }) => right ? [left.item, right.item] : [left.item]))
          .size,
    }),
    ...quantities("suite", "05-human#pairs", {
      "human.gap_bins": () => PAIR_BINS.length,
      ...Object.fromEntries(
        [1, 2, 3].map((edge) => [`human.gap_bin_edge.${edge}`, () => PAIR_BINS[edge][0]]),
      ),
    }),
    ...quantities("run", "05-human#attention", {
      "human.annotators": async (e) => (await e.human()).annotators.length,
    }),
    ...quantities("roster", "05-human#alpha", {
      "human.krippendorff_alpha": async (e) => {
        const { alpha, low, high } = (await results(e)).alpha;
        return { value: alpha, low, high };
      },
      "human.alpha_lt_floor": async (e) => (await results(e)).alpha.alpha < 0.667,
    }),
    ...quantities("roster", "05-human#table", {
      "human.agreement_pct": async (e) => percent((await results(e)).agreement),
      "human.agreed": async (e) => (await results(e)).agreement.k,
      "human.agreed_directional": async (e) => (await results(e)).directional,
      "human.agreed_ties": async (e) => (await results(e)).ties.both + (await results(e)).ties.neither,
      ...Object.fromEntries(
        ([1, 2] as const).flatMap((which) => [
          [
            `human.j${which}_match_pct`,
            async (e: Evidence) =>
              known((await judge(e, which)).agreed, "agreed pairs that the judge separates"),
          ],
          [`human.j${which}_match.hits`, async (e: Evidence) => (await judge(e, which)).agreed.k],
          [`human.j${which}_match.n`, async (e: Evidence) => (await judge(e, which)).agreed.n],
          [
            `human.j${which}_match_single_pct`,
            async (e: Evidence) =>
              known((await judge(e, which)).single, "answers on pairs that the judge separates"),
          ],
        ]),
      ),
      // well above one half: the whole interval is
      "human.match_above_half.both": both(({ agreed }) => interval(agreed).low > 0.5),
      "human.agreed_gt_single.both": both(({ agreed, single }) => agreed.share > single.share),
    }),
    ...quantities("roster", "05-human#ties", {
      ...Object.fromEntries(PAIR_BINS.map(([low, high], bin) => [
        `human.tie_rate.bin${bin}`,
        async (e: Evidence) => known((await ties(e))[bin], `agreed pairs with a gap of ${low} to ${high}`),
      ])),
      "human.tie_rate.nonincreasing": async (e) =>
        (await ties(e)).every(({ share }, i, all) => i === 0 || share <= all[i - 1].share),
    }),
    ...quantities("roster", "05-human#cross", {
      "human.cross_model_win_pct": async (e) =>
        known((await results(e)).crossModel, "agreed directional cross-model pairs"),
      "human.cross_tier_t2_win_pct": async (e) =>
        known((await results(e)).crossTier, "agreed directional cross-tier pairs"),
      "human.cross_tier_ci_contains_50": async (e) => {
        const { low, high } = known((await results(e)).crossTier, "agreed directional cross-tier pairs");
        return low! <= 50 && high! >= 50;
      },
    }),
  };
}
