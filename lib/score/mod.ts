export { piou, type Score, type ScoreAreas, type ScoreOptions } from "./piou.ts";
