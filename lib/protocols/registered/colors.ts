import type { Step } from "../ops/pipeline.ts";
import { aspect, flag, level } from "../ops/rules.ts";

/** The colours that protocols ask for, as inclusive ranges of OpenCV's hue, saturation and value. */
export const COLORS = {
  green: { h: [35, 90], s: [80, 255], v: [80, 255] },
  blue: { h: [100, 130], s: [120, 255], v: [50, 255] },
  magenta: { h: [140, 175], s: [80, 255], v: [80, 255] },
  cyan: { h: [80, 100], s: [70, 255], v: [70, 255] },
  red: { h: [170, 10], s: [80, 255], v: [80, 255] },
  yellow: { h: [20, 34], s: [80, 255], v: [80, 255] },
} as const;

/** The parameters of every protocol that looks for a colour which the picture shown may hold already. */
export const NOVEL = { useSource: flag(false), above: level(40), aspect: aspect() };

/** What every guidance ends with. */
export const CLOSING = "Same framing as the picture shown. No other marks, no text.";

/** The steps to a colour's mask, and where the source counts, to what of it is new. The mask is the step `color`. */
export function colorSteps(
  color: keyof typeof COLORS,
  { useSource, above }: { useSource?: boolean; above?: number } = {},
): Step[] {
  const range = { ...COLORS[color] };
  if (!useSource) return [{ id: color, op: "color.hsv_mask", in: ["$image"], params: range }];
  return [
    { id: `${color}Paint`, op: "color.hsv_mask", in: ["$image"], params: range },
    { id: `${color}Novel`, op: "color.novel_mask", in: ["$image", "$source"], params: { above } },
    { id: color, op: "geometry.and", in: [`${color}Paint`, `${color}Novel`] },
  ];
}

/** The steps from a mask to the one component of a role; the component is the step `id`. */
export function blobSteps(id: string, mask: string, role: string, minArea: number, maxRival: number): Step[] {
  return [
    { id: `${id}Parts`, op: "components.find", in: [mask], params: { minArea } },
    { id, op: "components.sole", in: [`${id}Parts`], params: { role, maxRival } },
  ];
}
