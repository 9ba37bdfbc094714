/**
 * A drawing call: the form in which drawings, scenes and references travel through the suite.
 *
 * Field names are the canvas API's parameter names; x runs with columns, y with rows, row 0 is the top. Coordinates
 * are in cells and as the program gave them, unrounded; an int beyond 2^53 is a decimal string. `color` is `#rrggbb`.
 */
export type Primitive =
  | { kind: "fill"; color: string }
  | { kind: "set_pixel"; r: Coordinate; c: Coordinate; color: string }
  | {
    kind: "rect";
    r: Coordinate;
    c: Coordinate;
    h: Coordinate;
    w: Coordinate;
    color: string;
    fill: boolean;
  }
  | { kind: "circle"; cr: Coordinate; cc: Coordinate; radius: Coordinate; color: string; fill: boolean }
  | { kind: "line"; r1: Coordinate; c1: Coordinate; r2: Coordinate; c2: Coordinate; color: string }
  | { kind: "poly"; points: [Coordinate, Coordinate][]; color: string; fill: boolean };

/** A number of cells; a decimal string holds an int that a double cannot. */
export type Coordinate = number | string;

/** The cells of a picture, row by row from the top, three bytes (red, green, blue) a cell. */
export interface Raster {
  rows: number;
  cols: number;
  /** rows x cols x 3 bytes. */
  rgb: Uint8Array;
}
