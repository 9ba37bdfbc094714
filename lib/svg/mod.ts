export { checkSvg, type SvgCheck, type SvgError } from "./check_svg.ts";
export { rasterizeSvg, type SvgResult } from "./rasterize_svg.ts";
export { drawPng, drawSvg, loadResvg, type Pixels, resvgFiles, sizeOfSvg } from "./resvg.ts";
