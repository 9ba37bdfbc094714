import { randomStream } from "lib/random/mod.ts";
import type { SpatialItem } from "../bench/spatial_item.ts";
import type { Capability } from "../bench/spatial_row.ts";
import type { Picture } from "../picture/picture.ts";
import type { Manner } from "./aim.ts";
import { type Hand, paintAnswer } from "./paint_answer.ts";

/** A made-up image model: how often it is right, what its failures are, and its hand. */
export interface Painter {
  readonly id: string;
  /** The chance of a right answer by level. */
  readonly right: Readonly<Record<Capability, number>>;
  /** Of all answers: no picture at all, and pictures that are noncompliant or unreadable. */
  readonly failed: number;
  readonly noncompliant: number;
  readonly unreadable: number;
  readonly hand: Hand;
}

/** The seeded painters, no real model among them: where no pictures of image models are at hand they stand in. */
export const PAINTERS: readonly Painter[] = [
  {
    id: "painter-a",
    right: { perception: 0.85, understanding: 0.75, reasoning: 0.5, interaction: 0.7 },
    failed: 0.01,
    noncompliant: 0.05,
    unreadable: 0.03,
    hand: { drift: 0.005, grain: 4 },
  },
  {
    id: "painter-b",
    right: { perception: 0.8, understanding: 0.7, reasoning: 0.45, interaction: 0.65 },
    failed: 0.02,
    noncompliant: 0.1,
    unreadable: 0.04,
    hand: { pale: 0.3, drift: 0.01, grain: 12 },
  },
  {
    id: "painter-c",
    right: { perception: 0.7, understanding: 0.6, reasoning: 0.4, interaction: 0.55 },
    failed: 0.02,
    noncompliant: 0.12,
    unreadable: 0.05,
    hand: { size: 0.62, drift: 0.02, grain: 25 },
  },
  {
    id: "painter-d",
    right: { perception: 0.65, understanding: 0.5, reasoning: 0.35, interaction: 0.5 },
    failed: 0.03,
    noncompliant: 0.08,
    unreadable: 0.04,
    hand: { pale: 0.52, size: 0.8, drift: 0.02, grain: 50 },
  },
  {
    id: "painter-e",
    right: { perception: 0.5, understanding: 0.4, reasoning: 0.3, interaction: 0.4 },
    failed: 0.05,
    noncompliant: 0.18,
    unreadable: 0.08,
    hand: { pale: 0.25, size: 0.7, drift: 0.03, grain: 60 },
  },
];

/** A painted answer to an item; no picture where the painter failed to make one. */
export interface PaintedAnswer {
  readonly model: string;
  readonly item: SpatialItem;
  readonly picture: Picture | null;
  readonly manner: Manner | "failed";
}

/** What painters make of items, seeded by painter and row. */
export function paintedAnswers(
  items: readonly SpatialItem[],
  { painters = PAINTERS, seed = 1 }: { painters?: readonly Painter[]; seed?: number } = {},
): PaintedAnswer[] {
  return painters.flatMap((painter) =>
    items.map((item): PaintedAnswer => {
      const random = randomStream(seed, "painted answer", painter.id, item.row.id);
      const { failed, noncompliant, unreadable, right } = painter;
      let at = random.next();
      const below = (share: number) => (at -= share) < 0;
      const manner = below(failed)
        ? "failed"
        : below(noncompliant)
        ? "noncompliant"
        : below(unreadable)
        ? "unreadable"
        : random.next() < right[item.row.capability]
        ? "right"
        : "wrong";
      const picture = manner === "failed"
        ? null
        : paintAnswer(item.aim, item.source, { manner, random, hand: painter.hand });
      return { model: painter.id, item, picture, manner };
    })
  );
}
