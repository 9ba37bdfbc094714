export {
  type Dimension,
  DIMENSIONS,
  type Judgement,
  parseJudgement,
  type Unparsable,
} from "./parse_judgement.ts";
export { apiKey, redactor } from "./api_key.ts";
export {
  type Chat,
  type ChatAnswer,
  chatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatRequest,
} from "./chat_client.ts";
export {
  CannotContinue,
  CONTINUING,
  type Continuing,
  type PrefixClient,
  prefixClient,
  type PrefixRequest,
} from "./prefix_client.ts";
export { type Completion, readCompletion, type Served } from "./read_completion.ts";
export { type Backoff, retryAfter, retryWait } from "./retry_wait.ts";
export { type TokenEntropy, tokenEntropy } from "./token_entropy.ts";
