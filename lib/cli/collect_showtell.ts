/** `deno task collect --task showtell`: the same items told and shown, into a run's answers. */
import { alreadyThere, type AnswerAsk, answerAsks, collectAnswers, notedSeed } from "lib/collect/mod.ts";
import { MEDIA } from "lib/run/mod.ts";
import {
  type askingOptions,
  chatFrom,
  choices,
  Misuse,
  showSession,
  untilInterrupted,
  wholeNumber,
} from "./asking.ts";
import { paceText, startProgress } from "./progress.ts";

type Values = { readonly [name in keyof typeof askingOptions]?: string | boolean } & Record<string, unknown>;

/**
 * Collects what a model tells and shows of the bridge's 180 items.
 *
 * @param values The options of `collect`, `run` and `model` among them; `medium` is what is drawn, words are asked
 * for in any case.
 */
export async function collectShowTell(values: Values, dir: string, model: string): Promise<number> {
  const [medium = "canvas"] =
    choices(values.medium === undefined ? undefined : [String(values.medium)], "medium", MEDIA) ?? [];
  const seed = wholeNumber(values, "seed", null, 0) ?? notedSeed(dir, `collect/${model}`) ?? 1;
  const foldSystem = values["fold-system"] === true;
  const asks = answerAsks(model, {
    seed,
    media: ["text", medium],
    foldSystem,
    samples: wholeNumber(values, "samples", undefined),
    maxTokens: wholeNumber(values, "max-tokens", undefined),
  });
  if (values["dry-run"]) {
    console.log(dryRun(dir, model, asks));
    return 0;
  }
  const size = values.size === undefined ? undefined : Number(values.size);
  if (size !== undefined && !(size > 0 && size < Infinity)) {
    throw new Misuse(`--size must be a positive number, got ${values.size}`);
  }
  const family = typeof values.family === "string" ? values.family : undefined;
  const progress = startProgress(`collecting ${model}`);
  const { onProgress, onTrouble } = showSession(progress);
  const chat = chatFrom(values, model, onTrouble);
  const tally = await untilInterrupted((signal) =>
    collectAnswers({
      dir,
      model: { id: model, family, size },
      chat,
      asks,
      seed,
      settings: {
        asked_as: typeof values.served === "string" ? values.served : model,
        system_role: !foldSystem,
      },
      concurrency: wholeNumber(values, "concurrency", 4),
      retryFailed: values["retry-failed"] === true,
      signal,
      onProgress,
    })
  );
  progress.end(`${tally.complete ? "" : "ended early, "}${paceText(tally)}`);
  return tally.complete && tally.failed === 0 ? 0 : 1;
}

function dryRun(dir: string, model: string, asks: readonly AnswerAsk[]): string {
  const lines = [`would ask ${model} into ${dir}:`];
  for (const [medium, own] of Map.groupBy(asks, (ask) => ask.medium)) {
    const there = alreadyThere(dir, "answers", model, own), open = own.length - there;
    lines.push(
      `  showtell, ${
        medium === "text" ? "told" : `shown on ${medium}`
      }: ${own.length} answers, ${there} there, ` +
        `${open} to ask; at most ${open * own[0].maxTokens} tokens of replies (${own[0].maxTokens} each)`,
    );
  }
  for (const [i, ask] of asks.slice(0, 2).entries()) {
    lines.push(
      "",
      `the ${i === 0 ? "first" : "second"}: ${ask.row}, temperature ${ask.temperature}, seed ${ask.seed}`,
    );
    for (const { role, content } of ask.messages) lines.push("", `[${role}]`, String(content));
  }
  return lines.join("\n");
}
