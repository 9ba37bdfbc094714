import type { Pipeline, Step } from "../ops/pipeline.ts";
import { PAINTS } from "../painters/paint_answer.ts";
import { COLORS } from "../registered/colors.ts";

/** One change of a parser's thresholds. */
export interface Variation {
  readonly name: string;
  /** Degrees of hue by which every colour's range is wider at both ends; narrower if negative. */
  readonly hue?: number;
  /** What is added to the least saturation and value. */
  readonly strength?: number;
  /** Factor on every least area. */
  readonly area?: number;
  /** What is added to the threshold of brightness. */
  readonly brightness?: number;
  /** The side of the window of a depth sample. */
  readonly depthK?: number;
  /** Whether a colour is what lies within 90 of its paint in every channel, in place of hue, saturation and value. */
  readonly nearPaint?: boolean;
}

/** The variations that show how far results hang on thresholds. */
export const VARIATIONS: readonly Variation[] = [
  { name: "hue 5 wider", hue: 5 },
  { name: "hue 5 narrower", hue: -5 },
  { name: "S and V +20", strength: 20 },
  { name: "S and V -20", strength: -20 },
  { name: "areas x 2", area: 2 },
  { name: "areas x 1/2", area: 0.5 },
  { name: "brightness +16", brightness: 16 },
  { name: "brightness -16", brightness: -16 },
];

/** Other windows of a depth sample, beside the default of 5. */
export const DEPTH_KERNELS: readonly number[] = [1, 3, 5, 7, 9, 11];

/** The parser that stands in for another in the substitution: colours by their distance from the paint. */
export const NEAR_PAINT: Variation = { name: "near paint", nearPaint: true };

/** A pipeline with its thresholds changed; what a variation does not name stays. */
export function varyPipeline({ steps, output }: Pipeline, variation: Variation): Pipeline {
  return { steps: steps.map((step) => varied(step, variation)), output };
}

function varied(step: Step, variation: Variation): Step {
  const { hue = 0, strength = 0, area = 1, brightness = 0, depthK, nearPaint = false } = variation;
  const params: Record<string, unknown> = { ...step.params };
  if (typeof params.minArea === "number") params.minArea = Math.round(params.minArea * area);
  switch (step.op) {
    case "color.hsv_mask": {
      if (nearPaint) {
        const name = paintOf(params.h as readonly [number, number]);
        if (name) return { ...step, op: "color.near_mask", params: { rgb: PAINTS[name], within: 90 } };
      }
      const turned = (value: number, by: number) => (value + by + 180) % 180;
      const [h0, h1] = params.h as [number, number];
      const from = (range: unknown) => {
        const [low, high] = range as [number, number];
        return [Math.max(0, Math.min(high, low + strength)), high];
      };
      return {
        ...step,
        params: { ...params, h: [turned(h0, -hue), turned(h1, hue)], s: from(params.s), v: from(params.v) },
      };
    }
    case "color.threshold":
      params.above = Math.max(0, Math.min(255, (params.above as number ?? 127) + brightness));
      break;
    case "depth.sample":
      if (depthK !== undefined) params.k = depthK;
      break;
  }
  return { ...step, params };
}

/** Which paint a range of hues was made for. */
function paintOf([low, high]: readonly [number, number]): keyof typeof PAINTS | undefined {
  return (Object.keys(COLORS) as (keyof typeof COLORS)[])
    .find((name) => COLORS[name].h[0] === low && COLORS[name].h[1] === high);
}
