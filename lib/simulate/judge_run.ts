import { attemptRaster, renderAttempts } from "lib/attempts/mod.ts";
import type { Raster } from "lib/canvas/mod.ts";
import { renderAll } from "lib/program/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { columnTypes, type DataFrame, frameOf, type Judgement, type Run } from "lib/run/mod.ts";
import { layoutScenes } from "lib/tasks/mod.ts";
import { judgeReply, type SimulatedJudge } from "./judge_reply.ts";
import { rasterOf } from "./layout_attempt.ts";
import { type Look, look } from "./look.ts";

/** Pictures of the native SVG view are looked at in this many pixels a side, a multiple of the scene's cells. */
const NATIVE_SIZE = 96;

/** Tries a judge gets before an unparsable reply stands. */
const TRIES = 2;

interface Seen {
  model: string;
  medium: Judgement["medium"];
  item: string;
  sample: number;
  view: Judgement["view"];
  look: Look;
}

/**
 * The simulated judges' replies to every valid layout attempt of a run: both judges on the canvas drawings with the
 * pixel-art rubric, the first also on both arms of the medium comparison with the neutral one. They see the picture
 * that was drawn and the scene behind its prompt, nothing else.
 *
 * @returns A judgements frame by judge.
 */
export async function judgeRun(
  run: Run,
  judges: readonly SimulatedJudge[],
  seed: number,
  onProgress: (share: number, what: string) => void,
): Promise<Map<string, DataFrame>> {
  const rows = new Map<string, Judgement[]>(judges.map((judge) => [judge.id, []]));
  const scenes = new Map(layoutScenes().map((scene) => [scene.id, rasterOf(scene)]));
  for (const [at, model] of run.models.entries()) {
    onProgress(at / run.models.length, `judgements of ${model}`);
    const canvas = await seenOnCanvas(run, model, scenes);
    const svg = await seenInSvg(run, model, scenes);
    for (const [j, judge] of judges.entries()) {
      for (const seen of canvas) rows.get(judge.id)!.push(...judgementsOf(seen, judge, "pixel-art", seed));
      if (j > 0) continue;
      for (const seen of [...canvas, ...svg]) {
        rows.get(judge.id)!.push(...judgementsOf(seen, judge, "neutral", seed));
      }
    }
  }
  const types = columnTypes("judgements");
  const frame = (list: Judgement[]) =>
    frameOf(
      types,
      Object.fromEntries(
        Object.keys(types).map((column) => [column, list.map((row) => row[column as keyof Judgement])]),
      ),
    );
  return new Map([...rows].map(([judge, list]) => [judge, frame(list)]));
}

/**
 * One judge's tries at one picture: again while a try cannot be parsed or fails. What a picture does to a judge it
 * does again: one that it cannot process fails each time, and a garbled reply is garbled the second time in half of
 * the cases.
 */
function judgementsOf(
  seen: Seen,
  judge: SimulatedJudge,
  rubric: Judgement["rubric"],
  seed: number,
): Judgement[] {
  const { model, medium, item, sample, view } = seen;
  const random = randomStream(seed, "judge", judge.id, rubric, view, medium, model, item, sample);
  const fate = random.next();
  const lost = fate < judge.missing;
  let garbled = !lost && fate < judge.missing + judge.unparsable;
  const tries: Judgement[] = [];
  while (tries.length < TRIES) {
    const reply = lost ? null : judgeReply(seen.look, judge, random, { garbled });
    const error = lost ? "the judge could not process the image" : null;
    tries.push({
      judge: judge.id,
      model,
      medium,
      item,
      sample,
      view,
      rubric,
      try: tries.length,
      reply,
      error,
    });
    if (!lost && !garbled) break;
    garbled = garbled && random.next() < 0.5;
  }
  return tries;
}

async function seenOnCanvas(run: Run, model: string, scenes: Map<string, Raster>): Promise<Seen[]> {
  const attempts = await renderAttempts(run, "layout", { models: [model] });
  return attempts.filter((attempt) => attempt.status === "ok").map((attempt) => ({
    model,
    medium: "canvas",
    item: attempt.item,
    sample: attempt.sample,
    view: "native",
    look: look(attemptRaster(attempt), scenes.get(attempt.item)!),
  }));
}

async function seenInSvg(run: Run, model: string, scenes: Map<string, Raster>): Promise<Seen[]> {
  const frame = run.table("generations", model);
  const column = <T>(name: string) => frame.getColumn(name).toArray() as T[];
  const [task, medium, reply] = [column<string>("task"), column<string>("medium"), column<string>("reply")];
  const [item, sample] = [column<string>("item"), column<number>("sample")];
  const wanted = reply.map((_, i) => i)
    .filter((i) => task[i] === "layout" && medium[i] === "svg" && reply[i] !== null);
  const seen: Seen[] = [];
  for (let from = 0; from < wanted.length; from += 300) { // pictures of the native view are large: some at a time
    const some = wanted.slice(from, from + 300);
    for (const [view, size] of [["matched", 24], ["native", NATIVE_SIZE]] as const) {
      const results = await renderAll(some.map((i) => reply[i]), { medium: "svg", size });
      for (const [k, { status, raster }] of results.entries()) {
        if (status !== "ok") continue;
        const i = some[k];
        seen.push({
          model,
          medium: "svg",
          item: item[i],
          sample: Number(sample[i]),
          view,
          look: look(raster, scenes.get(item[i])!),
        });
      }
    }
  }
  return seen;
}
