import { type Chat, DIMENSIONS, parseJudgement } from "lib/models/mod.ts";
import { type Judgement, MEDIA, RUBRICS, type Run, VIEWS } from "lib/run/mod.ts";
import { fillPrompt, itemIds, layoutPrompts, loadPrompt } from "lib/tasks/mod.ts";
import { Door } from "./door.ts";
import type { FillOptions } from "./fill_file.ts";
import { askSeed, orderOf, TEMPERATURE } from "./generation_asks.ts";
import type { Picture } from "./pictures.ts";
import { registerJudge } from "./register.ts";
import { RunFile } from "./run_file.ts";
import { type Tally, tallyOf } from "./tally.ts";
import { workThrough } from "./work_through.ts";

/** A picture to be judged under a rubric. */
export interface JudgementAsk {
  picture: Picture;
  rubric: Judgement["rubric"];
}

/** `retryFailed` asks for pictures whose last request failed again, as a further try. */
export interface JudgeOptions extends FillOptions {
  judge: string;
  chat: Chat;
  asks: readonly JudgementAsk[];
  seed: number;
  /** Most tokens of a reply; 512 unless given. */
  maxTokens?: number;
  /** Most replies asked for a picture until one can be parsed; 3 unless given. */
  tries?: number;
  settings?: Record<string, string | number | boolean>;
}

/**
 * Has a judge score pictures of a run: each is shown with its prompt until a reply can be parsed, at most `tries` times,
 * and every reply is kept. The first try is greedy; a further one is at temperature 0.7, since a greedy judge would
 * say the same again. A request that failed for good is a try with an `error`, and ends that picture's turn.
 *
 * As with `collect`, a reply is on disk before it counts, and a judging that was killed goes on where it was.
 *
 * @returns The counts over all pictures; `failed` are those without a score.
 * @throws As `collect` does.
 */
export async function judge(run: Run, options: JudgeOptions): Promise<Tally> {
  const { judge, chat, asks, seed, maxTokens = 512, tries = 3, concurrency = 4, signal, onProgress } =
    options;
  const settings = { max_tokens: maxTokens, ...options.settings };
  await registerJudge(run.dir, judge, { seed, settings });
  using file = await RunFile.open(run.dir, "judgements", judge);
  const had = new Map<string, Turn>();
  for (const row of [...file.rows()].sort((a, b) => a.try - b.try)) {
    const turn = had.get(keyOf(row)) ?? { tries: 0, parsed: false, failed: false };
    had.set(keyOf(row), turn);
    turn.tries = row.try + 1;
    turn.parsed ||= row.reply !== null && parseJudgement(row.reply).ok;
    turn.failed = row.reply === null;
  }
  const turns = asks.map(({ picture, rubric }) => {
    const key = keyOf({ ...picture, judge, rubric });
    return { picture, rubric, ...had.get(key) ?? { tries: 0, parsed: false, failed: false } };
  });
  const isOpen = (turn: Turn) =>
    !turn.parsed && (turn.failed ? options.retryFailed === true : turn.tries < tries);
  const over = turns.filter((turn) => !isOpen(turn));
  const tally = tallyOf(asks.length, {
    done: over.length,
    failed: over.filter(({ parsed }) => !parsed).length,
  });
  onProgress?.(tally);
  const texts = new Map(layoutPrompts().map(({ id, text }) => [id, text]));
  const systems = new Map(RUBRICS.map((rubric) => [
    rubric,
    loadPrompt(rubric === "neutral" ? "judge_neutral" : "judge_pixel_art"),
  ]));
  const rubricText = loadPrompt("rubric");
  const door = new Door(concurrency);
  try {
    tally.complete = await workThrough(turns.filter(isOpen), async (turn, stop) => {
      const { picture, rubric } = turn;
      const { model, medium, item, sample, view } = picture;
      const png = await picture.png();
      if (png === null) return tally.skip();
      const messages = [
        { role: "system" as const, content: systems.get(rubric)! },
        {
          role: "user" as const,
          content: [
            {
              type: "image_url" as const,
              image_url: { url: `data:image/png;base64,${png.toBase64()}` },
            },
            { type: "text" as const, text: fillPrompt(rubricText, texts.get(item)!) },
          ],
        },
      ];
      const last = Math.max(tries, turn.tries + 1);
      for (let number = turn.tries; number < last; number++) {
        const temperature = number === 0 ? 0 : TEMPERATURE;
        const own = askSeed(seed, "judge", judge, rubric, view, medium, model, item, sample, number);
        const answer = await chat({ messages, temperature, seed: own, maxTokens, schema: SCHEMA }, stop);
        const { reply, error } = answer;
        const row = { judge, model, medium, item, sample, view, rubric, try: number, reply, error };
        const trace = { served: answer.reply === null ? null : answer.served, requests: answer.requests };
        const parsed = reply !== null && parseJudgement(reply).ok;
        const done = parsed || reply === null || number + 1 >= last;
        await door.pass(answer, async () => {
          await file.append(row, trace);
          tally.count(answer, { done, failed: done && !parsed });
          onProgress?.(tally);
        });
        if (done) return;
      }
    }, { concurrency, signal });
    if (tally.complete) await door.close([...file.rows()].some(({ error }) => error === null));
  } finally {
    await file.merge(judgementOrder(run.models));
  }
  return tally;
}

/** How many of the pictures need not be shown again; nothing is changed or locked. */
export function judged(dir: string, judge: string, asks: readonly JudgementAsk[]): number {
  const there = new Set(RunFile.read(dir, "judgements", judge).map(keyOf));
  return asks.filter(({ picture, rubric }) => there.has(keyOf({ ...picture, judge, rubric }))).length;
}

/** Where a picture stands with a judge. */
interface Turn {
  tries: number;
  parsed: boolean;
  failed: boolean;
}

type JudgementKey = Pick<Judgement, "judge" | "model" | "medium" | "item" | "sample" | "view" | "rubric">;

function keyOf({ judge, model, medium, item, sample, view, rubric }: JudgementKey): string {
  return JSON.stringify([judge, model, medium, item, sample, view, rubric]);
}

/** The order of a judgements file: by model (as the run lists them), medium, item, sample, view, rubric and try. */
export function judgementOrder(ids: readonly string[]): (a: Judgement, b: Judgement) => number {
  const models = orderOf(ids), items = orderOf(itemIds("layout"));
  return (a, b) =>
    models(a.model, b.model) || MEDIA.indexOf(a.medium) - MEDIA.indexOf(b.medium) ||
    items(a.item, b.item) || a.sample - b.sample ||
    VIEWS.indexOf(a.view) - VIEWS.indexOf(b.view) || RUBRICS.indexOf(a.rubric) - RUBRICS.indexOf(b.rubric) ||
    a.try - b.try;
}

/** What a reply must be, in the part of JSON schema that every server with constrained output takes. */
const SCHEMA = {
  name: "judgement",
  schema: {
    type: "object",
    properties: {
      ...Object.fromEntries(
        DIMENSIONS.map((dimension) => [dimension, { type: "integer", enum: [0, 1, 2, 3, 4, 5] }]),
      ),
      reasoning: { type: "string" },
    },
    required: [...DIMENSIONS, "reasoning"],
    additionalProperties: false,
  },
};
