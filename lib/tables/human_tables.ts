import { missing, type RecordRow } from "./rows.ts";
import { Table } from "./table.ts";

/** k of n with its Clopper-Pearson 95 % interval; NaN of nothing. */
interface Share {
  k: number;
  n: number;
  share: number;
  low: number;
  high: number;
}

/** What the tables of the human study show of one set of annotators. */
export interface HumanTableData {
  annotators: readonly string[];
  agreement: Share;
  alpha: { alpha: number; low: number; high: number };
  alphaWithoutCatch: number;
  judges: readonly { judge: string; agreed: Share; single: Share }[];
  tiesByGap: readonly { low: number; high: number; ties: Share }[];
  crossModel: Share & { winner: string; loser: string };
  crossTier: Share;
}

/**
 * Every rate of the human study, a row a rate, once for all annotators and once for those who pass the catch trials.
 */
export function humanTable(
  data: { all: HumanTableData; attentive: HumanTableData },
  options: { simulated: boolean },
): Table {
  const all = rates(data.all), attentive = rates(data.attentive);
  const groups = [["all", "All annotators", all], ["attentive", "Those who pass", attentive]] as const;
  return new Table({
    columns: [
      { key: "what", label: "" },
      ...groups.flatMap(([key, group]) => [
        { key: `${key}_k`, label: "k", group, format: "integer" as const },
        { key: `${key}_n`, label: "n", group, format: "integer" as const },
        { key, label: "rate", group, format: 3 },
        { key: `${key}_ci`, label: "95% CI", group, format: 3 },
      ]),
    ],
    rows: all.map(([what], i) => {
      const row: Record<string, RecordRow[string]> = { what };
      for (const [key, , list] of groups) {
        const { k, n, share, low, high } = list[i][1];
        row[`${key}_k`] = k;
        row[`${key}_n`] = n;
        row[key] = Number.isNaN(share) ? missing("no such pair or fewer than two annotators") : share;
        row[`${key}_ci`] = Number.isNaN(low)
          ? missing("no such pair or fewer than two annotators")
          : [low, high];
      }
      return row;
    }),
    caption:
      "Human validation. A pair has a verdict where all annotators chose the same of four options; rates are " +
      "over pairs with a verdict. A judge is compared where it separates the two drawings. Intervals: " +
      "Clopper-Pearson; of alpha, whose n counts annotators, pairs resampled.",
    simulated: options.simulated,
    wide: true,
  });
}

/** Names and values of the rows, the same names for any set of annotators. */
function rates(data: HumanTableData): [string, Share][] {
  const { alpha, low, high } = data.alpha;
  return [
    ["Agreement", data.agreement],
    ["Krippendorff's alpha", { k: NaN, n: data.annotators.length, share: alpha, low, high }],
    ...data.judges.map(({ judge, agreed }): [string, Share] => [`${judge} matches the verdict`, agreed]),
    ...data.judges.map(({ judge, single }): [string, Share] => [`${judge} matches single answers`, single]),
    ...data.tiesByGap.map(({ low, high, ties }): [string, Share] => [
      `Ties at |dJ1| in [${low}, ${high}${high === 5 ? "]" : ")"}`,
      ties,
    ]),
    [
      data.crossModel.winner === ""
        ? "One model over another"
        : `${data.crossModel.winner} over ${data.crossModel.loser}`,
      data.crossModel,
    ],
    ["Tier 2 over tier 3", data.crossTier],
  ];
}

/** An annotator's row. */
export interface AnnotatorRow {
  annotator: string;
  answered: Share;
  catches: Share;
  passed: boolean;
}

/** Who answered, and how attentively. */
export function annotatorTable(
  rows: readonly AnnotatorRow[],
  options: { threshold: number; simulated: boolean },
): Table {
  return new Table({
    columns: [
      { key: "annotator", label: "Annotator" },
      { key: "answered", label: "Answered", align: "right" },
      { key: "catches", label: "Catch trials passed", align: "right" },
      { key: "rate", label: "Rate", format: 3 },
      { key: "interval", label: "95% CI", format: 3 },
      { key: "passed", label: "Passes" },
    ],
    rows: rows.map(({ annotator, answered, catches, passed }) => ({
      annotator,
      answered: `${answered.k}/${answered.n}`,
      catches: `${catches.k}/${catches.n}`,
      rate: catches.n === 0 ? missing("no catch trial was answered") : catches.share,
      interval: catches.n === 0
        ? missing("no catch trial was answered")
        : [catches.low, catches.high] as const,
      passed: passed ? "yes" : "NO",
    })),
    caption:
      `Annotators. A catch trial shows a drawing beside a blank canvas and is passed by choosing the drawing; ` +
      `an annotator passes with ${Math.round(100 * options.threshold)} % of them.`,
    simulated: options.simulated,
  });
}

/** What the pair set holds beside what it should, a row a part. */
export function pairSetTable(
  parts: readonly { part: string; wanted: number; got: number }[],
  options: { simulated: boolean },
): Table {
  return new Table({
    columns: [
      { key: "part", label: "Pairs" },
      { key: "got", label: "in the set", format: "integer" },
      { key: "wanted", label: "wanted", format: "integer" },
      { key: "short", label: "short", format: "integer" },
    ],
    rows: parts.map((row) => ({ ...row, short: Math.max(0, row.wanted - row.got) })),
    caption: "The pair set. A part that the drawings could not fill stays short; nothing takes its place.",
    simulated: options.simulated,
  });
}
