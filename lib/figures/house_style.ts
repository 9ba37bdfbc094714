/**
 * How every figure looks. The unit of length is the point (1/72 inch), so that a font size of 7 is 7 pt on paper.
 */
/** A paper's column widths in points: 3.25 and 6.75 inches. */
export const columnWidth = { single: 234, double: 486 } as const;

/** The name of a column width. */
export type Width = keyof typeof columnWidth;

/** Font sizes in points. */
export const fontSize = { tick: 7, label: 7.5, panel: 8, small: 6 } as const;

/** Colours that carry no data. */
export const ink = {
  text: "#1a1a1a",
  muted: "#5f5f5f",
  rule: "#b8b8b8",
  faint: "#e8e8e8",
  paper: "#ffffff",
} as const;

/**
 * Eight colours for models, dark to light in steps of 8 of CIE lightness, so that they stay apart in grey, and as far
 * apart under red-, green- and blue-blindness as a search over such colours found them.
 */
export const modelColors: readonly string[] = [
  "#4d1f21",
  "#5a1c94",
  "#2a5d08",
  "#a93c74",
  "#5c65fe",
  "#9c8b58",
  "#3eafdd",
  "#a7c618",
];

/** Eight symbols to go with the colours, by Plot's names, so that no reading hangs on colour alone. */
export const modelSymbols: readonly string[] = [
  "circle",
  "square",
  "triangle",
  "diamond",
  "star",
  "cross",
  "wye",
  "hexagon",
];

/** The colours of the tiers, as in the paper: green, orange, blue; dark to light they are T3, T1, T2. */
export const tierColors: Readonly<Record<"T1" | "T2" | "T3", string>> = {
  T1: "#2a9d5c",
  T2: "#f2a23a",
  T3: "#1f4e9c",
};

/** A light tint of a colour over paper, for backgrounds. */
export function tint(color: string, strength = 0.15): string {
  const channel = (at: number) => {
    const value = parseInt(color.slice(at, at + 2), 16);
    return Math.round(255 + (value - 255) * strength).toString(16).padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
