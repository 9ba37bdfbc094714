/**
 * Puts a stream of server-sent events together into the one completion that it is in pieces: some servers and
 * proxies stream though they were told not to.
 *
 * @returns The body that the server would have sent whole; null where the text is no such stream, or breaks off
 * before its end.
 */
export function readEvents(text: string): Record<string, unknown> | null {
  if (!/^\s*(?:data|event|id|:)/.test(text)) return null;
  let body: Record<string, unknown> = {};
  let content: string | null = null, ended = false;
  let finish: unknown = null;
  const logprobs: unknown[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (!line.startsWith("data:")) continue;
    const data = line.slice(5).trim();
    if (data === "[DONE]") {
      ended = true;
      break;
    }
    let piece;
    try {
      piece = JSON.parse(data);
    } catch {
      return null;
    }
    if (typeof piece !== "object" || piece === null) return null;
    if (piece.error !== undefined) return piece;
    const { choices, ...rest } = piece;
    body = { ...body, ...rest, usage: piece.usage ?? body.usage };
    const choice = choices?.[0];
    if (typeof choice?.delta?.content === "string") content = (content ?? "") + choice.delta.content;
    if (Array.isArray(choice?.logprobs?.content)) logprobs.push(...choice.logprobs.content);
    finish = choice?.finish_reason ?? finish;
  }
  if (!ended && finish === null) return null;
  return {
    ...body,
    choices: [{
      message: { content },
      finish_reason: finish,
      logprobs: logprobs.length > 0 ? { content: logprobs } : null,
    }],
  };
}
