export { explainScore } from "./explain_score.ts";
export { piou, type Score, type ScoreAreas, type ScoreOptions } from "./piou.ts";
export { regionPath } from "./region_path.ts";
export { type PictureOptions, scorePicture } from "./score_picture.ts";
