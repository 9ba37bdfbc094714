import { type JudgeAgreement, judgeAgreement } from "lib/stats/mod.ts";
import { type JudgedAttempt, scoreOf } from "./judged_attempts.ts";
import { type LayoutScores, scoreAt } from "./layout_scores.ts";

/**
 * How two judges agree: by model over the valid drawings that both judged, and on the order of the models.
 *
 * @param judges Judge 1 (`a`) and judge 2 (`b`), further ones are not looked at; gaps are b - a. With fewer than two
 * there is nothing to compare, and no model in the result.
 * @param scores The models' overall means to rank by, of any estimator; each judge's plain means unless given.
 */
export function interJudge(
  attempts: readonly JudgedAttempt[],
  judges: readonly string[],
  scores?: LayoutScores,
): JudgeAgreement {
  if (judges.length < 2) return judgeAgreement([]);
  const [a, b] = judges;
  const images = attempts.filter(({ status }) => status === "ok").map((attempt) => ({
    model: attempt.model,
    a: scoreOf(attempt, a),
    b: scoreOf(attempt, b),
  }));
  const means = scores && Object.fromEntries(
    scores.pool.map((model) => [model, {
      a: scoreAt(scores, a, model).mean,
      b: scoreAt(scores, b, model).mean,
    }]),
  );
  return judgeAgreement(images, { means });
}
