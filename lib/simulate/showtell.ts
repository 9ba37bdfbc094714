import {
  BRIDGE_TASKS,
  type BridgeItem,
  bridgeItemOf,
  bridgeRows,
  drawAnswer,
  type Manner,
  tellAnswer,
} from "lib/protocols/mod.ts";
import { type RandomStream, randomStream } from "lib/random/mod.ts";
import { addTable, type Answer, columnTypes, frameOf, parseManifest, writeManifest } from "lib/run/mod.ts";
import { sceneToSvg } from "lib/tasks/mod.ts";
import { breakReply } from "./break_reply.ts";
import { dressReply } from "./dress_reply.ts";
import { ROSTER, type SimulatedModel } from "./roster.ts";
import {
  LOOSE,
  meanRate,
  plantedRescue,
  SHOWING_FAILS,
  shownGiven,
  showTellRates,
  TELLING_FAILS,
} from "./showtell_rates.ts";

/** What is planted in the answers of a simulated run, by model. Rates are of all asked. */
export interface ShowTellTruth {
  /** The share of right answers, by interface, over all tasks. */
  told: Record<string, number>;
  canvas: Record<string, number>;
  svg: Record<string, number>;
  /** Right drawings less right words, by task, mean over models. */
  difference: { canvas: Record<string, number>; svg: Record<string, number> };
  /** Of the items not told rightly, the share shown rightly. */
  rescue: { canvas: Record<string, number>; svg: Record<string, number> };
}

/**
 * Adds to a simulated run what its models tell and show of the bridge's items: words, canvas programs and SVGs, with
 * the complementarity that `showTellRates` plants and that goes into the manifest's planted truth as `showtell`.
 */
export async function simulateShowTell(
  dir: string,
  seed: number,
  models: readonly SimulatedModel[] = ROSTER,
): Promise<void> {
  const rows = bridgeRows().map((row) => ({ row, item: bridgeItemOf(row)! }));
  for (const model of models) {
    const answers = rows.flatMap(({ row, item }) => answersTo(model, row, item, seed));
    const types = columnTypes("answers");
    const columns = Object.keys(types).map((
      name,
    ) => [name, answers.map((answer) => answer[name as keyof Answer])]);
    await addTable(dir, "answers", frameOf(types, Object.fromEntries(columns)), { owner: model.id });
  }
  const path = `${dir}/run.json`, manifest = parseManifest(Deno.readTextFileSync(path), path);
  writeManifest(dir, { ...manifest, planted: { ...manifest.planted, showtell: showTellTruth(models) } });
}

/** The planted truth of a roster's answers. */
export function showTellTruth(models: readonly SimulatedModel[]): ShowTellTruth {
  const all = models.map((model) => ({ id: model.id, rates: showTellRates(model) }));
  const by = (value: (rates: typeof all[number]["rates"]) => number) =>
    Object.fromEntries(all.map(({ id, rates }) => [id, value(rates)]));
  const difference = (medium: "canvas" | "svg") =>
    Object.fromEntries(BRIDGE_TASKS.map((task) => {
      const apart = all.map(({ rates }) => rates[medium][task] - rates.told[task]);
      return [task, apart.reduce((sum, value) => sum + value, 0) / apart.length];
    }));
  return {
    told: by(({ told }) => meanRate(told)),
    canvas: by(({ canvas }) => meanRate(canvas)),
    svg: by(({ svg }) => meanRate(svg)),
    difference: { canvas: difference("canvas"), svg: difference("svg") },
    rescue: {
      canvas: by((rates) => plantedRescue(rates, "canvas")),
      svg: by((rates) => plantedRescue(rates, "svg")),
    },
  };
}

type Fate = Manner | "failed";

function answersTo(model: SimulatedModel, row: string, item: BridgeItem, seed: number): Answer[] {
  const rates = showTellRates(model), told = rates.told[item.task];
  const random = randomStream(seed, "showtell", model.id, row);
  const isTold = random.next() < told;
  const base = { model: model.id, row, sample: 0, temperature: 0 };
  const answer = (
    medium: "text" | "canvas" | "svg",
    fate: Fate,
    write: (own: RandomStream) => string,
  ): Answer => {
    const own = randomStream(seed, "showtell", model.id, row, medium);
    const [reply, error, finish] = outcomeOf(medium, fate, write, own);
    return {
      ...base,
      interface: medium === "text" ? "text" : "visual",
      medium,
      seed: own.below(2 ** 31),
      reply,
      error,
      tokens: reply === null ? null : Math.max(1, Math.round(reply.length / 3.4)),
      finish,
    };
  };
  const tellingFate = isTold ? "right" : pick(TELLING_FAILS, random);
  const answers = [
    answer(
      "text",
      tellingFate,
      (own) => tellAnswer(item, { manner: tellingFate as Manner, loose: own.next() < LOOSE, random: own }),
    ),
  ];
  for (const medium of ["canvas", "svg"] as const) {
    const chance = shownGiven(told, rates[medium][item.task]);
    const fate = random.next() < (isTold ? chance.right : chance.wrong)
      ? "right"
      : pick(SHOWING_FAILS, random);
    answers.push(answer(medium, fate, (own) => drawnReply(model, item, medium, fate, own)));
  }
  return answers;
}

/** A reply with the server's finish reason, or the error in its place. A failed drawing has a reply that is none. */
function outcomeOf(
  medium: "text" | "canvas" | "svg",
  fate: Fate,
  write: (own: RandomStream) => string,
  own: RandomStream,
): [reply: string | null, error: string | null, finish: string | null] {
  if (fate !== "failed") return [write(own), null, "stop"];
  if (medium === "text" || own.below(4) === 0) {
    return [null, own.pick(["HTTP 503: the server is overloaded", "no answer within 120 s"]), null];
  }
  if (medium === "svg") return ["I'm sorry, I cannot draw this as an SVG.", null, "stop"];
  const code =
    "canvas.fill('#ffffff')\ncanvas.rect(4, 4, 4, 4, '#003cff')\ncanvas.rect(12, 12, 2, 2, '#00dc00')\n";
  return [breakReply(code, own).reply, null, "stop"];
}

function drawnReply(
  model: SimulatedModel,
  item: BridgeItem,
  medium: "canvas" | "svg",
  fate: Fate,
  own: RandomStream,
): string {
  const { background, parts } = drawAnswer(item, {
    manner: fate as Manner,
    loose: own.next() < LOOSE,
    random: own,
  });
  if (medium === "svg") {
    const svg = sceneToSvg({ rows: 24, cols: 24, background, parts });
    return own.next() < model.habits.fence ? "```svg\n" + svg + "```\n" : svg;
  }
  const lines = parts.map((part) => {
    if (part.kind === "line") {
      return `canvas.line(${part.r1}, ${part.c1}, ${part.r2}, ${part.c2}, '${part.color}')`;
    }
    const { r, c, h, w } = part as Extract<typeof part, { kind: "rect" }>;
    return `canvas.rect(${r}, ${c}, ${h}, ${w}, '${part.color}')`;
  });
  return dressReply([`canvas.fill('${background}')`, ...lines].join("\n"), model.habits, own);
}

function pick(shares: Readonly<Record<Exclude<Fate, "right">, number>>, random: RandomStream): Fate {
  let at = random.next();
  for (const [fate, share] of Object.entries(shares)) {
    at -= share;
    if (at < 0) return fate as Fate;
  }
  return "wrong";
}
