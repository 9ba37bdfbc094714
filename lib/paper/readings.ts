/** What kind of trouble an inconsistent check is. */
export type TroubleKind = "contradiction" | "definition" | "scope" | "wording" | "transcription";

/** What each kind means, for captions. */
export const TROUBLE: Readonly<Record<TroubleKind, string>> = {
  contradiction: "two printed statements cannot both hold",
  definition: "they hold together under one reading of a definition and not under another",
  scope: "it is true of less than the sentence may be taken to say",
  wording: "loose phrasing",
  transcription: "probably lost between the typeset paper and its text",
};

/** How an inconsistent check is to be read. */
export interface Reading {
  trouble: TroubleKind;
  /** In a sentence or two, without a verdict on anybody. */
  remark: string;
}

const POOLS =
  "C.1 averages attempts, Table 2 subcategory means: they part where invalid attempts thin out some " +
  "subcategories, and agree for the models that are nearly always valid.";
const INSIDE =
  "Weighting the tiers by their valid attempts does not close the gap: the thinning would have to be " +
  "inside tiers.";
const PENALTY =
  "A factor of at most 1 cannot raise a score over the same attempts. A mean over the valid attempts " +
  "alone explains the printed value.";
const TIGHTEST =
  "The text calls GLM-4 32B and Qwen2.5-Coder 32B the tightest at every tier; the ratios say otherwise.";

const READINGS: Readonly<Record<string, Reading>> = {
  "pilot-remainder": contradiction(
    "The 7B pilot is said to be no part of the roster, so one roster model was run.",
  ),
  "table1-trivial-of-valid": {
    trouble: "definition",
    remark: "Read as shares of all attempts, every cell is a whole count and the total is exact.",
  },
  "table1-highest-trivial": contradiction(
    "CodeLlama 34B at T1 is higher, and inside the range that the same sentence gives; 20.5 is the highest of T3.",
  ),
  "table2-rank-t3": {
    trouble: "scope",
    remark: "The claim is about Overall, where it holds; at T3 two pairs of neighbours change places.",
  },
  "inversion-not-each-model": {
    trouble: "wording",
    remark: "True of the pooled means; the same paragraph then counts five and six models.",
  },
  "spread-tightest-t2": contradiction(
    "Models lie closest together at T1 under both judges, not on iconic prompts.",
  ),
  "weakest-passk": {
    trouble: "scope",
    remark:
      "pass@10 also counts validity and triviality, so the two orders may differ; the text calls both weakest.",
  },
  "two-strongest-large": contradiction("Qwen2.5-Coder 32B is second under both judges, Gemma 2 27B fourth."),
  "table2-macro-wording": {
    trouble: "wording",
    remark: "The caption's fifteen subcategories are those of Overall.",
  },
  "table5-pen-exceeds-mean": contradiction(PENALTY),
  "table5-only-because-of-fails": {
    trouble: "wording",
    remark: "Attempts between 0.6 and 1 pull the means down as well.",
  },
  "pilot-14b-table5-pen": contradiction(
    "0.9935 rounds to 0.993 or 0.994. The two agree if Table 5 leaves out attempts that do not run.",
  ),
  "translation-layout-rank": {
    trouble: "scope",
    remark:
      "Saturated as translation is, its means still order the models much as layout does; the claim rests on " +
      "the medians.",
  },
  "human-alpha-three-options": {
    trouble: "definition",
    remark:
      "With both kinds of tie merged, 0.60 cannot be reached: alpha and agreement are over the four options.",
  },
  "human-tie-monotone": { trouble: "wording", remark: "It never rises; two bins are equal." },
  "table6-pooled-matched": contradiction(
    "The pooled row is not the mean of the model rows; a mean over all models' attempts at each prompt could be.",
  ),
  "table6-pooled-weighted": {
    trouble: "definition",
    remark: "Weighting the rows by the canvas arm's valid attempts does not give it either.",
  },
  "exp3-own-delta-range-gemma-2-27b": contradiction(
    "Table 3's difference for Gemma 2 27B is above the largest gain, which is credited to Gemma 2 9B.",
  ),
  "exp3-baselines": contradiction(
    "Both stand beside the same 0.132. One may be of an earlier version or of another target.",
  ),
  "exp3-145-of-150": {
    trouble: "scope",
    remark: "The prompts without a reference are left out of the probes without a word.",
  },
  "exp3-f2-mostly-null": contradiction(
    "Sections 4.3 and D.2.1 find all eight significant; the phrase may be left from an earlier version.",
  ),
  "causal-continuations-eight": contradiction(
    "The total needs nine: eight sampled and one greedy, as Sec. 4.3 says.",
  ),
  "causal-schedule": {
    trouble: "wording",
    remark: "The production schedule is 1 + 10 samples, the numbers are 1 + 8.",
  },
  "causal-glm32b-delta": contradiction(
    "Rates and difference are not of one estimator: a prompt-weighted or paired difference beside pooled rates would " +
      "do it.",
  ),
  "causal-glm32b-delta-main": contradiction("The difference of the printed rates would print as 0.41."),
  "causal-dose-ci-disjoint": {
    trouble: "scope",
    remark:
      "The two intervals of Gemma 2 27B overlap; that the doses differ in each model rests on a paired " +
      "contrast, which is not printed.",
  },
  "table7-negative-silhouette": {
    trouble: "transcription",
    remark:
      "All 24 cells carry a minus in the text, as Table 1 carries alignment zeros; sizes can be compared, most " +
      "signs cannot.",
  },
  "table7-sign-evidence-t3": {
    trouble: "transcription",
    remark: "At T3 some of the six may be negative indeed.",
  },
  "table7-approaches-inter": { trouble: "wording", remark: "The largest ratio is under a half." },
  "entropy-rho-p-exact": {
    trouble: "definition",
    remark: "The bound needs the t approximation; the exact test of eight ranks does not reach it.",
  },
  "prompt-a1-versus-a21": contradiction(
    "A program that simply draws is what the printed prompt asks for, so an executor has to take both forms.",
  ),
  "prompt-a24-differences": contradiction(
    "Both arms of Exp. 2 share one prompt all the same, so the contrast stands.",
  ),
};

const FAMILIES: readonly (readonly [RegExp, Reading])[] = [
  [/^dims-composite-/, { trouble: "definition", remark: POOLS }],
  [/^dims-tier-weighted-/, { trouble: "definition", remark: INSIDE }],
  [/^table5-pen-(le-mean|bound)-/, contradiction(PENALTY)],
  [/^table7-tightest-/, contradiction(TIGHTEST)],
];

/** How an inconsistent check is to be read; a contradiction unless there is more to say. */
export function readingOf(id: string): Reading {
  return READINGS[id] ?? FAMILIES.find(([pattern]) => pattern.test(id))?.[1] ?? contradiction("");
}

function contradiction(remark: string): Reading {
  return { trouble: "contradiction", remark };
}
