import { type Primitive, rasterize, RECOMMENDED } from "lib/canvas/mod.ts";
import { PASS_SCORE } from "lib/attempts/mod.ts";
import { DIMENSIONS } from "lib/models/mod.ts";
import { piou } from "lib/score/mod.ts";
import { unionArea } from "lib/geometry/mod.ts";
import { loadResvg, rasterizeSvg } from "lib/svg/mod.ts";
import {
  experiments,
  icons,
  ladder,
  layoutPrompts,
  loadPrompt,
  randomPlacements,
  references,
} from "lib/tasks/mod.ts";
import { doubled } from "../doubled.ts";
import { leastTrivial } from "../least_trivial.ts";
import { calledMethods, promptDifferences } from "../prompt_text.ts";
import { type Quantities, quantities } from "./quantity.ts";

const ends = (values: readonly number[]) => [Math.min(...values), Math.max(...values)];

const countsBy = <T>(
  items: readonly T[],
  key: (item: T) => string,
) => [...new Set([...Map.groupBy(items, key).values()].map((own) => own.length))];

const axis = (name: "parts" | "feature" | "gap" | "aspect") => () =>
  ends(ladder().map(({ axes }) => axes[name]));

/** What is fixed by this suite's prompts, executor and settings. */
export function suiteQuantities(): Quantities {
  const side = () => rasterize([]).rows;
  return {
    ...quantities("suite", "01-canvas#rect", {
      "canvas.side": () => [side(), rasterize([]).cols],
      "canvas.index_range": () => [0, side() - 1],
      "canvas.centre": () => (side() - 1) / 2,
    }),
    ...quantities("suite", "01-canvas#colors", {
      "canvas.palette.names": () => RECOMMENDED.length,
    }),
    ...quantities("suite", "01-canvas#statuses", {
      "layout.trivial_threshold_pct": () => 100 * leastTrivial(side()) / side() ** 2,
    }),
    ...quantities("suite", "03-prompts#canvas-prompt", {
      "canvas.primitives": () => calledMethods().length,
      "canvas.rgb_range": () =>
        (/tuple with channels (\d+)-(\d+)/.exec(loadPrompt("canvas_system")) ?? []).slice(1).map(Number),
      "svg.viewbox_side": () => Number(/viewBox="0 0 (\d+) \1"/.exec(loadPrompt("svg_system"))?.[1]),
      "svg.centre": () => Number(/Centre of the canvas is \((\d+),\1\)/.exec(loadPrompt("svg_system"))?.[1]),
    }),
    ...quantities("suite", "03-prompts#suite", {
      "prompts.total": () => layoutPrompts().length,
      "prompts.tiers": () => new Set(layoutPrompts().map(({ id }) => id[0])).size,
      "prompts.subcategories": () => new Set(layoutPrompts().map(({ subcategory }) => subcategory)).size,
      "prompts.subcategories_per_tier": () =>
        countsBy([...new Set(layoutPrompts().map(({ subcategory }) => subcategory))], ([tier]) => tier),
      "prompts.per_subcategory": () => countsBy(layoutPrompts(), ({ subcategory }) => subcategory),
    }),
    ...quantities("suite", "03-prompts#table4", {
      "prompts.generation_system_prompts": () => new Set(experiments().map(({ system }) => system)).size,
      "prompts.judge_system_prompts": () => new Set(experiments().flatMap(({ judge }) => judge ?? [])).size,
      "exp2.same_judge_prompt": () =>
        new Set(
          experiments().filter(({ experiment }) => experiment.startsWith("Exp. 2")).map(({ judge }) => judge),
        ).size === 1,
    }),
    ...quantities("suite", "03-prompts#neutral", {
      "judge.prompt_differences": () =>
        promptDifferences(loadPrompt("judge_pixel_art"), loadPrompt("judge_neutral")).length,
    }),
    ...quantities("suite", "03-prompts#request", {
      "judge.dimensions": () =>
        DIMENSIONS.filter((dimension) => loadPrompt("rubric").includes(`- ${dimension}:`)).length,
    }),
    ...quantities("suite", "04-layout#answer", {
      "layout.pass_threshold": () => PASS_SCORE,
    }),
    ...quantities("suite", "03-prompts#references", {
      "translation.references.main": () => references().length,
      "translation.references.first_plus_ladder": () => references().length + ladder().length,
    }),
    ...quantities("suite", "02-translation#ladder", {
      "translation.references.ladder": () => ladder().length,
      "translation.ladder.axes": () => Object.keys(ladder()[0].axes).length,
      "translation.ladder.rungs": () => new Set(ladder().map(({ rung }) => rung)).size,
      "translation.ladder.per_rung": () => countsBy(ladder(), ({ rung }) => String(rung)),
      "translation.ladder.part_count": axis("parts"),
      "translation.ladder.min_feature": axis("feature"),
      "translation.ladder.gap": axis("gap"),
      "translation.ladder.aspect": axis("aspect"),
    }),
    ...quantities("suite", "02-translation#icons", {
      "translation.references.icons": () => icons().length,
      "pilot.icons.outline_count": () => icons().filter(hasOutline).length,
      "pilot.icons.plain_count": () => icons().filter((icon) => !hasOutline(icon)).length,
    }),
    ...quantities("suite", "02-translation#toy", {
      "translation.threshold": () => passMark(),
      "translation.perfect": () => ends(references().map(({ parts }) => piou(parts, parts).piou)),
      "translation.set_pixel_side": () => {
        const dot: Primitive = { kind: "set_pixel", r: 11, c: 11, color: "#000000" };
        return Math.sqrt(unionArea([dot], { rows: side(), cols: side() }) * side() ** 2);
      },
      "translation.piou.resolution_invariant": () => {
        const fine = { rows: 2 * side(), cols: 2 * side() };
        return references().every((reference) => {
          const placed = randomPlacements(reference, 0);
          const twice = piou(reference.parts.map(doubled), placed.map(doubled), fine);
          return Math.abs(piou(reference.parts, placed).piou - twice.piou) < 1e-9;
        });
      },
    }),
    ...quantities("suite", "02-translation#null", {
      "translation.null.seeds": ({ chance }) => chance().seeds,
      "translation.null.placements": ({ chance }) => chance().scores.length,
    }),
    ...quantities("references", "02-translation#null", {
      "translation.threshold_gt_null_p95": ({ chance }) => passMark() > chance().percentile95,
      "translation.null.mean": ({ chance }) => chance().mean,
      "translation.null.p95": ({ chance }) => chance().percentile95,
    }),
    ...quantities("references", "03-prompts#references", {
      "translation.references.simplified": () => references().filter(({ joined }) => joined > 0).length,
    }),
    ...quantities("suite", "06-medium#arms", {
      "exp2.matched_side": async () => {
        await loadResvg();
        const drawn = rasterizeSvg('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"></svg>');
        return drawn.status === "ok" ? [drawn.raster.rows, drawn.raster.cols] : NaN;
      },
    }),
  };
}

function hasOutline({ parts }: { parts: readonly Primitive[] }): boolean {
  return parts.some((part) => "fill" in part && part.fill === false);
}

/** The least score that passes, to 0.001: of one square drawn wider and wider than asked. */
function passMark(): number {
  const square = (w: number): Primitive => (
    { kind: "rect", r: 0, c: 0, h: 10, w, color: "#000000", fill: true }
  );
  for (let share = 0; share <= 1000; share++) {
    if (piou([square(10)], [square(share / 100)]).pass) return share / 1000;
  }
  return NaN;
}
