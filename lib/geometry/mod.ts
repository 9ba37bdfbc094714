export { type CanvasSize, intersectionArea, regionArea, requireSize, unionArea } from "./areas.ts";
export { addOutline, type Region } from "./outline.ts";
export { Pieces, type Window } from "./pieces.ts";
export { Sweep } from "./sweep.ts";
export { sweepTiles } from "./tiles.ts";
