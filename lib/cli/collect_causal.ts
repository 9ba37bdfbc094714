/** `deno task collect --task causal`: how a model goes on with its own generations. */
import { causalItems, chooseItems } from "lib/causal/mod.ts";
import {
  alreadyThere,
  type CausalAsk,
  causalAsks,
  collectContinuations,
  notedSeed,
} from "lib/collect/mod.ts";
import { CannotContinue, CONTINUING, prefixClient } from "lib/models/mod.ts";
import { closeRenderers } from "lib/program/mod.ts";
import { ARMS, readRun, type Run } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";
import {
  type askingOptions,
  chatOptionsFrom,
  choices,
  Misuse,
  showSession,
  untilInterrupted,
  wholeNumber,
} from "./asking.ts";
import { paceText, startProgress } from "./progress.ts";

type Values = { readonly [name in keyof typeof askingOptions]?: string | boolean } & {
  samples?: string;
  items?: string;
  "continue-by"?: string;
  "fold-system"?: boolean;
};

/**
 * Collects a model's continuations.
 *
 * @returns The exit status.
 */
export async function collectCausal(values: Values, dir: string, model: string): Promise<number> {
  const run = await runAt(dir);
  if (!run.models.includes(model)) {
    throw new RangeError(
      `Cannot go on with the generations of ${model}: the run ${dir} does not have that model`,
    );
  }
  const seed = wholeNumber(values, "seed", null, 0) ?? notedSeed(dir, `continue/${model}`) ?? 1;
  const foldSystem = values["fold-system"] ?? !systemRole(run, model);
  const way = choices(
    values["continue-by"] === undefined ? undefined : [values["continue-by"]],
    "continue-by",
    CONTINUING,
  )
    ?.[0];
  const found = await causalItems(run, { models: [model], seed });
  await closeRenderers();
  const items = chooseItems(found.items, wholeNumber(values, "items", found.items.length, 0), seed);
  const asks = causalAsks(items, {
    seed,
    foldSystem,
    samples: wholeNumber(values, "samples", undefined),
    maxTokens: wholeNumber(values, "max-tokens", undefined),
  });
  const refusals = Object.entries(found.refused[model]).map(([reason, count]) => `  ${count}: ${reason}`);
  if (values["dry-run"]) {
    console.log(dryRun(dir, model, { asks, items: items.length, eligible: found.items.length, refusals }));
    return 0;
  }
  if (items.length === 0) {
    throw new RangeError(
      `Cannot go on with any generation of ${model}: none is an item\n${refusals.join("\n")}`,
    );
  }
  const progress = startProgress(`going on with ${model}`);
  const { onProgress, onTrouble } = showSession(progress);
  let client;
  try {
    client = await prefixClient({ ...chatOptionsFrom(values, model, onTrouble), way });
  } catch (error) {
    if (error instanceof CannotContinue) progress.end("refused");
    if (error instanceof TypeError) throw new Misuse(error.message);
    throw error;
  }
  const tally = await untilInterrupted((signal) =>
    collectContinuations({
      dir,
      model,
      client,
      asks,
      seed,
      settings: { asked_as: String(values.served ?? model), system_role: !foldSystem },
      concurrency: wholeNumber(values, "concurrency", 4),
      retryFailed: Boolean(values["retry-failed"]),
      signal,
      onProgress,
    })
  );
  progress.end(`${tally.complete ? "" : "ended early, "}${paceText(tally)}`);
  return tally.complete && tally.failed === 0 ? 0 : 1;
}

async function runAt(dir: string): Promise<Run> {
  try {
    return await readRun(dir, { items: itemIds });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new RangeError(`Cannot go on with generations: there is no run in ${dir}`);
    }
    throw error;
  }
}

/** Whether the model's generations were asked for with a system role, as the run notes it. */
function systemRole(run: Run, model: string): boolean {
  const noted = JSON.parse(run.manifest.notes?.[`collect/${model}`] ?? "{}") as { system_role?: boolean };
  return noted.system_role ?? true;
}

/** What would be asked, how much of it is there, and the first of it. */
function dryRun(
  dir: string,
  model: string,
  { asks, items, eligible, refusals }: {
    asks: readonly CausalAsk[];
    items: number;
    eligible: number;
    refusals: readonly string[];
  },
): string {
  const there = alreadyThere(dir, "continuations", model, asks);
  const lines = [
    `would go on with ${model} in ${dir}:`,
    `  ${items} items of ${eligible} x ${ARMS.length} arms x ${
      items ? asks.length / items / ARMS.length : 0
    } attempts = ` +
    `${asks.length}, ${there} there, ${asks.length - there} to ask; at most ` +
    `${(asks.length - there) * (asks[0]?.maxTokens ?? 0)} tokens of replies`,
    "generations that are no items:",
    ...refusals,
  ];
  const first = asks.slice(0, ARMS.length);
  for (const { arm, item, source, prefix } of first) {
    lines.push("", `[${arm}] ${item}, sample ${source}, behind:`, prefix);
  }
  return lines.join("\n");
}
