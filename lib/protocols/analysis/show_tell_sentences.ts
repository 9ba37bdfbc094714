/**
 * What telling beside showing says, in sentences of Markdown. Each holds for any run, and says so where there is
 * nothing to tell.
 */
import type { AnswerRecord } from "./answer_record.ts";
import { attribute } from "./attribute.ts";
import type { SensitivityRow, Substitution } from "./parser_sensitivity.ts";
import { ALL_MODELS, OVERALL, type ShowGain, type ShowTell } from "./show_tell.ts";

/** What stands where a run has no answers, or only of one interface. */
const NOTHING = "This run holds no item that a model both told and showed, so there is nothing to tell here.";

/** How many answers there are, by interface. */
export function answersSentence(records: readonly AnswerRecord[]): string {
  if (records.length === 0) {
    return "**This run holds no answers to the bridge's items.** Tables and figures below are empty. To collect some: " +
      "`deno task collect --task showtell`.";
  }
  const media = [...Map.groupBy(records, ({ medium }) => medium)];
  const items = new Set(records.map(({ row }) => row)).size,
    models = new Set(records.map(({ model }) => model)).size;
  return `${models} models, ${items} items: ${
    media.map(([medium, own]) => `${own.length} answers ${medium === "text" ? "told" : `shown (${medium})`}`)
      .join(", ")
  }.`;
}

/** Where showing helps and where it does not: the tasks whose intervals keep off zero. */
export function gainSentence({ gains, media }: ShowTell): string {
  if (gains.length === 0) return NOTHING;
  return media.map((medium) => {
    const own = gains.filter((gain) => gain.medium === medium);
    const tasks = own.filter(({ name, capability }) => name !== capability && name !== OVERALL);
    const overall = own.find(({ name }) => name === OVERALL)!;
    const named = (list: readonly ShowGain[]) =>
      list.length === 0
        ? "none"
        : list.map(({ name, gain }) => `${name} (${points(gain.estimate)})`).join(", ");
    return `Shown on ${medium === "svg" ? "SVG" : medium}: better than told at ${
      named(tasks.filter(({ gain }) => gain.low > 0))
    }; worse at ${named(tasks.filter(({ gain }) => gain.high < 0))}; overall **${
      points(overall.gain.estimate)
    }** ` +
      `points [${points(overall.gain.low)}, ${points(overall.gain.high)}].`;
  }).join(" ");
}

/** Visual rescue over all models, and between which values the models lie. */
export function rescueSentence({ paired, media }: ShowTell): string {
  if (paired.length === 0) return NOTHING;
  return media.map((medium) => {
    const own = paired.filter((row) => row.medium === medium),
      all = own.find(({ model }) => model === ALL_MODELS)!;
    const each = own.filter(({ model, rescue }) => model !== ALL_MODELS && !Number.isNaN(rescue.estimate))
      .map(({ rescue }) => rescue.estimate);
    const between = each.length < 2
      ? ""
      : `; models from ${percent(Math.min(...each))} to ${percent(Math.max(...each))}`;
    return `Of ${all.visualOnly + all.neither} answers that were not told rightly, showing on ${
      medium === "svg" ? "SVG" : medium
    } gets **${percent(all.rescue.estimate)}** right [${percent(all.rescue.low)}, ${
      percent(all.rescue.high)
    }]${between}.`;
  }).join(" ");
}

/** What became of the answers that are not correct, by interface. */
export function attributionSentence(records: readonly AnswerRecord[]): string {
  const shown = records.filter(({ medium }) => medium !== "text");
  if (shown.length === 0) return NOTHING;
  const { each, sharesOfFailed } = attribute(shown);
  const failed = each.filter((outcome) => outcome !== "correct").length;
  return `Of ${shown.length} answers shown, ${failed} are not correct; of those **${
    percent(sharesOfFailed.incorrect)
  }** are sound pictures of a wrong answer, ${
    percent(sharesOfFailed.protocol_noncompliance)
  } lack what the protocol ` +
    `asks for, ${percent(sharesOfFailed.parser_failure)} cannot be read, and ${
      percent(sharesOfFailed.generation_failure)
    } are no picture at all.`;
}

/** How much the lenient rules let pass. */
export function strictSentence({ systems }: ShowTell): string {
  if (systems.length === 0) return NOTHING;
  const mean = (of: readonly { correct: { estimate: number }; strict: number }[], strict: boolean) =>
    of.reduce((sum, one) => sum + (strict ? one.strict : one.correct.estimate), 0) / of.length;
  return [...Map.groupBy(systems, ({ medium }) => medium)].map(([medium, own]) =>
    `${medium}: ${percent(mean(own, false))} correct, ${percent(mean(own, true))} under the stricter rule`
  ).join("; ") + ".";
}

/** What changing thresholds does at most. */
export function sensitivitySentence([base, ...others]: readonly SensitivityRow[]): string {
  if (base === undefined || others.length === 0) return "Nothing was varied.";
  const farthest = others.reduce((a, b) =>
    Math.abs(b.score - base.score) > Math.abs(a.score - base.score) ? b : a
  );
  const parses = others.reduce((a, b) =>
    Math.abs(b.parsed - base.parsed) > Math.abs(a.parsed - base.parsed) ? b : a
  );
  return `As registered ${percent(base.parsed)} of ${base.n} pictures are read and the score is ${
    percent(base.score)
  }. The score moves most under "${farthest.name}" (${
    points(farthest.score - base.score)
  } points), the parse rate ` +
    `under "${parses.name}" (${points(parses.parsed - base.parsed)} points).`;
}

/** What another parser does to scores and ranks. */
export function substitutionSentence(rows: readonly Substitution[]): string {
  return rows.map(({ name, models, spearman, meanAbsoluteShift, firstA, firstB }) =>
    `${name[0].toUpperCase() + name.slice(1)}, ${models} painters: rank correlation ${
      spearman === null ? "n/a" : spearman.toFixed(2)
    }, mean absolute shift ${
      meanAbsoluteShift === null ? "n/a" : meanAbsoluteShift.toFixed(2)
    } points, first-ranked ${firstA.join(", ")} and ${firstB.join(", ")}.`
  ).join(" ");
}

function percent(value: number): string {
  return Number.isNaN(value) ? "n/a" : `${(100 * value).toFixed(1)} %`;
}

/** A difference of shares in points, with its sign. */
function points(value: number): string {
  if (Number.isNaN(value)) return "n/a";
  const text = Math.abs(100 * value).toFixed(1);
  return text === "0.0" ? text : (value < 0 ? "\u2212" : "+") + text;
}
