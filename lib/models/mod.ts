export {
  type Dimension,
  DIMENSIONS,
  type Judgement,
  parseJudgement,
  type Unparsable,
} from "./parse_judgement.ts";
