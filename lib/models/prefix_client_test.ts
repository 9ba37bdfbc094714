import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { CannotContinue, prefixClient } from "./mod.ts";
import { type Asked, completion, type Conduct, startModelServer } from "./testdata/model_server.ts";

const REQUEST = {
  messages: [{ role: "system" as const, content: "S" }, { role: "user" as const, content: "U" }],
  prefix: "canvas.fill('red')\n",
  temperature: 0.7,
  seed: 5,
  maxTokens: 64,
};

/** A server that goes on with a prefix in some ways only, and starts anew in the others. */
function serverOf(ways: { template?: boolean; fields?: boolean; prefill?: boolean }) {
  return startModelServer(({ path, body }: Asked): Conduct => {
    if (path === "/apply-template") {
      if (!ways.template) return { status: 404, body: { error: { message: "File Not Found" } } };
      const text = body.messages.map((one: { role: string; content: string }) =>
        `<${one.role}>${one.content}`
      );
      return { body: { prompt: `${text.join("")}<assistant>` } };
    }
    const prefix = path === "/v1/completions" ? body.prompt : body.messages.at(-1).content;
    if ("continue_final_message" in body && !ways.fields) {
      return { status: 400, body: { error: { message: "unknown" } } };
    }
    const goesOn = path === "/v1/completions" || (ways.fields && "continue_final_message" in body) ||
      ways.prefill;
    const reply = goesOn
      ? prefix.endsWith("echo fox") ? "trot golf hotel" : `on from ${prefix}`
      : "alpha bravo";
    return path === "/v1/completions"
      ? { body: { choices: [{ text: reply, finish_reason: "stop" }], usage: { completion_tokens: 3 } } }
      : { body: completion(reply) };
  });
}

Deno.test("prefixClient takes the first way by which a server finishes a broken word", async () => {
  for (
    const [ways, way] of [
      [{ template: true, prefill: true }, "template"],
      [{ fields: true, prefill: true }, "continue_final_message"],
      [{ prefill: true }, "prefill"],
    ] as const
  ) {
    await using server = serverOf(ways);
    strictEqual((await prefixClient({ endpoint: server.endpoint, model: "tiny", retries: 0 })).way, way);
  }
});

Deno.test("prefixClient refuses a server that starts anew, and tells what it said", async () => {
  await using server = serverOf({});
  await rejects(
    prefixClient({ endpoint: server.endpoint, model: "tiny", retries: 0 }),
    (error) => {
      ok(error instanceof CannotContinue);
      match(error.message, /template: the chat's template could not be applied: HTTP 404 File Not Found/);
      match(error.message, /prefill: after "[^"]*fox" it wrote "alpha bravo"/);
      return true;
    },
  );
});

Deno.test("by template the prompt is the chat as rendered with the prefix behind it, byte for byte", async () => {
  await using server = serverOf({ template: true });
  const client = await prefixClient({
    endpoint: server.endpoint,
    model: "tiny",
    key: "sk-secret-key",
    retries: 0,
  });
  const first = server.asked.length;
  const answer = await client.go(REQUEST);
  const prompt = `<system>S<user>U<assistant>${REQUEST.prefix}`;
  deepStrictEqual([answer.reply, answer.error], [`on from ${prompt}`, null]);
  await client.go({ ...REQUEST, seed: 6 });
  const asked = server.asked.slice(first).map((
    { path, body },
  ) => [path, body.prompt, body.seed, body.max_tokens]);
  deepStrictEqual(asked, [
    ["/apply-template", undefined, undefined, undefined],
    ["/v1/completions", prompt, 5, 64],
    ["/v1/completions", prompt, 6, 64], // the chat is rendered once
  ]);
  ok(server.asked.every(({ headers }) => headers.get("authorization") === "Bearer sk-secret-key"));
  ok(server.asked.every(({ body }) => !("messages" in body) || !("prompt" in body)));
});

Deno.test("by message the prefix is the assistant's, last, and the fields say to go on with it", async () => {
  await using server = serverOf({ fields: true });
  const client = await prefixClient({
    endpoint: server.endpoint,
    model: "tiny",
    way: "continue_final_message",
  });
  strictEqual((await client.go(REQUEST)).reply, `on from ${REQUEST.prefix}`);
  const { body } = server.asked[0]; // a way that is given is not probed
  deepStrictEqual(body.messages.at(-1), { role: "assistant", content: REQUEST.prefix });
  deepStrictEqual([body.continue_final_message, body.add_generation_prompt], [true, false]);
});

Deno.test("a template that leaves out what was asked is no way to go on", async () => {
  await using server = startModelServer(({ path }) =>
    path === "/apply-template"
      ? { body: { prompt: "" } }
      : { body: { choices: [{ text: "on", finish_reason: "stop" }] } }
  );
  await rejects(
    prefixClient({ endpoint: server.endpoint, model: "tiny", retries: 0 }),
    /cannot go on .*template: the chat's template could not be applied: what it renders lacks what was asked/,
  );
});

Deno.test("a model that stops at once goes on with nothing, even where the server writes null for it", async () => {
  const message: Record<string, unknown> = { role: "assistant", content: null, tool_calls: [] };
  let finish = "stop";
  await using server = startModelServer(() => ({ body: { choices: [{ message, finish_reason: finish }] } }));
  const options = { endpoint: server.endpoint, model: "tiny", retries: 0, way: "prefill" as const };
  const client = await prefixClient(options);
  const { reply, error } = await client.go(REQUEST);
  deepStrictEqual([reply, error], ["", null]);
  finish = "length";
  strictEqual((await client.go(REQUEST)).error, "the message has no text (finish: length)");
  finish = "stop";
  message.reasoning_content = "The user wants";
  strictEqual((await client.go(REQUEST)).reply, null);
});

Deno.test("a template that cannot be applied is asked for again if that may help, and then that request's failure", async () => {
  let failures = 1;
  await using server = startModelServer(({ path }) =>
    path !== "/apply-template"
      ? {}
      : failures-- > 0
      ? { status: 503, body: "loading" }
      : { body: { prompt: "<user>U" } }
  );
  const backoff = { first: 1, longest: 2 };
  const options = { endpoint: server.endpoint, model: "tiny", way: "template" as const, retries: 2, backoff };
  strictEqual((await (await prefixClient(options)).go(REQUEST)).error, null);
  failures = 9;
  const { reply, error, requests } = await (await prefixClient(options)).go(REQUEST);
  deepStrictEqual([reply, error, requests], [
    null,
    "the chat's template could not be applied: HTTP 503 loading",
    3,
  ]);
});
