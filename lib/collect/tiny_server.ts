import { DIMENSIONS } from "lib/models/mod.ts";
import { type RandomStream, randomStream } from "lib/random/mod.ts";
import {
  describe,
  fillPrompt,
  icons,
  ladder,
  layoutPrompts,
  layoutScenes,
  loadPrompt,
  moveShape,
  periodicity,
  references,
  type Scene,
  sceneToCode,
} from "lib/tasks/mod.ts";

/** What a tiny server does with a request; told by the request alone, but for `haltAfter`. */
export interface TinyServerOptions {
  /** Attempts answered after which it says no more, as a server that hangs: a collection can be killed at that moment. */
  haltAfter?: number;
  /** Shares of requests: answered with 429 when they first come, refused whenever they do; replies cut at their length. */
  busy?: number;
  flagged?: number;
  cut?: number;
}

/** A server on this machine that answers like an OpenAI-compatible one. */
export interface TinyServer extends AsyncDisposable {
  /** Its address, on a port of its own. */
  endpoint: string;
  /** Ends it. */
  close(): Promise<void>;
}

/** What a request of the suite's own client holds. */
interface Body {
  messages: {
    role: string;
    content: string | { type: string; text?: string; image_url?: { url: string } }[];
  }[];
  temperature: number;
  seed: number;
  max_tokens?: number;
}

/**
 * Starts a SIMULATED server that answers like an OpenAI-compatible one: no model is behind it. It knows the scenes behind the
 * prompts and writes them down, leaving out or shifting a part by chance, a little more at a higher temperature; a
 * picture it is shown it judges by chance. It serves to show what collecting and judging do, with servers' usual troubles
 * on cue.
 *
 * The same request gets the same reply. A request flagged as `busy` is refused once and then answered.
 */
export function startTinyServer(options: TinyServerOptions = {}): TinyServer {
  const { haltAfter = Infinity, busy = 0, flagged = 0, cut = 0 } = options;
  const scenes = scenesByMessage();
  const seen = new Set<string>();
  let answered = 0;
  const halted = Promise.withResolvers<void>(); // until it is closed
  const answer = async (request: Request): Promise<Response> => {
    const body = await request.json() as Body;
    const content = body.messages.at(-1)!.content;
    const said = typeof content === "string" ? content : JSON.stringify(content);
    const chance = randomStream("tiny", said, body.seed, body.temperature);
    const key = `${body.seed} ${said}`;
    if (chance.next() < busy && !seen.has(key)) {
      seen.add(key);
      return problem(429, "too many requests", { "retry-after": "0" });
    }
    if (answered++ >= haltAfter) {
      await halted.promise;
      return problem(503, "shutting down");
    }
    if (chance.next() < flagged) return refusal("the prompt was flagged");
    const shorten = chance.next() < cut;
    const reply = typeof content === "string"
      ? drawing(scenes.get(content), body.temperature, chance)
      : judgement(body.temperature, chance);
    return completion(
      shorten ? reply.slice(0, reply.length / 2) : reply,
      shorten ? "length" : "stop",
      chance,
    );
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, answer);
  const close = async () => {
    halted.resolve();
    await server.shutdown();
  };
  return { endpoint: `http://127.0.0.1:${server.addr.port}/v1`, close, [Symbol.asyncDispose]: close };
}

/** The scenes by the user message that asks for them. */
function scenesByMessage(): Map<string, Pick<Scene, "background" | "parts">> {
  const scenes = new Map<string, Pick<Scene, "background" | "parts">>();
  const texts = new Map(layoutPrompts().map(({ id, text }) => [id, text]));
  const wrapper = loadPrompt("canvas_user");
  for (const scene of layoutScenes()) scenes.set(fillPrompt(wrapper, texts.get(scene.id)!), scene);
  for (const reference of [...references(), ...ladder(), ...periodicity(), ...icons()]) {
    scenes.set(describe(reference), reference);
  }
  return scenes;
}

/** A program of a scene, with slips; an apology where the message is none of ours. */
function drawing(
  scene: Pick<Scene, "background" | "parts"> | undefined,
  temperature: number,
  chance: RandomStream,
): string {
  if (!scene) return "Sorry, I cannot draw that.";
  const slip = 0.1 + temperature / 4;
  const parts = scene.parts.filter((_, i) => i === 0 || chance.next() >= slip / 2).map((part) =>
    chance.next() < slip ? moveShape(part, { rows: 1 + chance.below(3), cols: 0 }) : part
  );
  const code = sceneToCode({ ...scene, parts }, "explicit");
  return chance.next() < slip / 4 ? `${code}canvas.finish()\n` : `\`\`\`python\n${code}\`\`\``;
}

/** Five scores in JSON; a greedy judge forgets the JSON now and then. */
function judgement(temperature: number, chance: RandomStream): string {
  if (temperature === 0 && chance.next() < 0.1) return "A fine picture, four out of five.";
  const level = 1 + chance.below(4);
  const scores = DIMENSIONS.map((dimension) => [dimension, level + chance.below(2)]);
  return JSON.stringify({ ...Object.fromEntries(scores), reasoning: "SIMULATED" });
}

function completion(content: string, finish: string, chance: RandomStream): Response {
  const tokens = Math.ceil(content.length / 4);
  const p = 0.5 + chance.next() / 2; // two alternatives at each token
  const disclosed = {
    token: "x",
    logprob: Math.log(p),
    top_logprobs: [{ token: "x", logprob: Math.log(p) }, { token: "y", logprob: Math.log(1 - p) }],
  };
  return Response.json({
    model: "tiny (SIMULATED)",
    choices: [{
      index: 0,
      message: { role: "assistant", content },
      finish_reason: finish,
      logprobs: { content: [disclosed] },
    }],
    usage: { prompt_tokens: 1, completion_tokens: tokens, total_tokens: tokens + 1 },
  });
}

/** An answer without a text, as moderation gives it. */
function refusal(why: string): Response {
  const message = { role: "assistant", content: null, refusal: why };
  return Response.json({
    model: "tiny (SIMULATED)",
    choices: [{ index: 0, message, finish_reason: "content_filter" }],
  });
}

function problem(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { message, code: status } }, { status, headers });
}
