export { type Funnel, funnel } from "./funnel.ts";
export { type Attempt, attemptRaster, type AttemptStatus, renderAttempts } from "./render_attempts.ts";
export { referencesOf, scoreAttempt, scoreAttempts, type ScoredAttempt } from "./translation_scores.ts";
