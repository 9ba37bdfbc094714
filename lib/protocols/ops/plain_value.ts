import { boxCenter, type Component } from "../picture/components.ts";
import { type MaskRuns, runsOf } from "../picture/mask_runs.ts";
import type { Gray, Mask, Picture, Point } from "../picture/picture.ts";
import type { GridCell, Type, Values } from "./op.ts";

/** A component without its pixels. */
export interface PlainComponent {
  readonly area: number;
  readonly box: readonly [x0: number, y0: number, x1: number, y1: number];
  readonly centroid: Point;
  readonly center: Point;
}

/** A value as JSON has it. */
export type PlainValue =
  | string
  | number
  | boolean
  | MaskRuns
  | PlainComponent
  | { readonly row: number; readonly col: number }
  | { readonly width: number; readonly height: number }
  | readonly (string | number | Point | PlainComponent)[];

/** A value as JSON: masks as runs, components by area, box and centres, pictures by their size, all else as it is. */
export function plainValue(type: Type, value: Values[Type]): PlainValue {
  switch (type) {
    case "image":
    case "gray": {
      const { width, height } = value as Picture | Gray;
      return { width, height };
    }
    case "mask":
      return runsOf(value as Mask);
    case "component":
      return plainComponent(value as Component);
    case "components":
      return (value as readonly Component[]).map(plainComponent);
    case "cell": {
      const { row, col } = value as GridCell;
      return { row, col };
    }
    default:
      return value as PlainValue;
  }
}

function plainComponent(component: Component): PlainComponent {
  const { area, x0, y0, x1, y1, centroid } = component;
  return { area, box: [x0, y0, x1, y1], centroid, center: boxCenter(component) };
}
