import type { Mask, Point } from "../picture/picture.ts";

/** What a painter must know to paint an answer by a protocol: what it would see, were it a model. */
export type Aim =
  | {
    readonly protocol: "instance_marking";
    readonly points: readonly Point[];
    readonly others: readonly Point[];
  }
  | { readonly protocol: "direction_grid"; readonly cell: number }
  | { readonly protocol: "fixed_slot"; readonly slot: number; readonly slots: number }
  | { readonly protocol: "binary_relation"; readonly subject: Point; readonly object: Point }
  | {
    readonly protocol: "relative_depth";
    readonly points: readonly Point[];
    /** Nearness of each point, in [0, 1]. */
    readonly nearness: readonly number[];
  }
  | { readonly protocol: "region_mask"; readonly region: Mask }
  | { readonly protocol: "red_path"; readonly points: readonly Point[] }
  | { readonly protocol: "normalized_point"; readonly point: Point }
  | { readonly protocol: "indexed_endpoint"; readonly points: readonly Point[]; readonly end: number }
  | { readonly protocol: "scalar_dimension"; readonly from: Point; readonly to: Point }
  | { readonly protocol: "role_relation"; readonly subject: Point; readonly reference: Point };

/** How a painter answers: rightly, wrongly, in a form that the protocol does not ask for, or so that nobody can tell. */
export const MANNERS = ["right", "wrong", "noncompliant", "unreadable"] as const;

/** How a painter answers. */
export type Manner = typeof MANNERS[number];
