export { type Cell, cellIndex } from "./cell_index.ts";
export { encodePng } from "./encode_png.ts";
export { PALETTE, RECOMMENDED } from "./palette.ts";
export { parseColor } from "./parse_color.ts";
export type { Coordinate, Primitive, Raster } from "./primitive.ts";
export { background, blankRaster, errorPattern, isTrivial, rasterRows } from "./raster.ts";
export { rasterize } from "./rasterize.ts";
