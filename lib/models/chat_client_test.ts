import { deepStrictEqual, match, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { type ChatAnswer, chatClient, type ChatOptions, type ChatRequest } from "./mod.ts";
import { type Asked, completion, type Conduct, startModelServer } from "./testdata/model_server.ts";

const REQUEST: ChatRequest = {
  messages: [{ role: "user", content: "A filled red circle." }],
  temperature: 0.7,
  seed: 5,
  maxTokens: 64,
  logprobs: true,
};
const QUICK = { timeout: 2000, retries: 3, backoff: { first: 5, longest: 20, ceiling: 100 } };
const KEY = "sk-very/secret+key==";

/** Asks a server that treats its n-th request by the n-th conduct, the last one for all after it. */
async function ask(
  conducts: readonly Conduct[] | ((asked: Asked) => Conduct),
  options: Partial<ChatOptions> = {},
  request: Partial<ChatRequest> = {},
): Promise<{ answer: ChatAnswer; asked: Asked[]; took: number }> {
  await using server = startModelServer((asked) =>
    typeof conducts === "function" ? conducts(asked) : conducts[Math.min(asked.number, conducts.length - 1)]
  );
  const chat = chatClient({ endpoint: server.endpoint, model: "tiny", ...QUICK, ...options });
  const started = performance.now();
  const answer = await chat({ ...REQUEST, ...request });
  return { answer, asked: server.asked, took: performance.now() - started };
}

Deno.test("a chat sends model, messages, temperature, seed and tokens, asks for log-probabilities, and not for n", async () => {
  const { answer, asked } = await ask([{}]);
  const { model, messages, temperature, seed, max_tokens, logprobs, top_logprobs, stream, n } = asked[0].body;
  deepStrictEqual([model, temperature, seed, max_tokens], ["tiny", 0.7, 5, 64]);
  deepStrictEqual([messages, logprobs, top_logprobs, stream, n], [
    REQUEST.messages,
    true,
    20,
    false,
    undefined,
  ]);
  strictEqual(asked[0].path, "/v1/chat/completions");
  strictEqual(asked[0].headers.get("authorization"), null);
  deepStrictEqual(answer, {
    reply: "canvas.fill('red')",
    error: null,
    tokens: 4,
    entropy: null,
    finish: "stop",
    served: { model: "tiny-1", provider: null, fingerprint: "fp" },
    requests: 1,
  });
});

const good: Conduct = {};
const passing: [string, Conduct][] = [
  ["408", { status: 408, body: { error: { message: "slow" } } }],
  ["409", { status: 409, body: { error: { message: "again" } } }],
  ["429 with Retry-After in seconds", {
    status: 429,
    headers: { "retry-after": "0.05" },
    body: { error: "slow down" },
  }],
  ["429 with Retry-After as a date", { status: 429, headers: { "retry-after": new Date(0).toUTCString() } }],
  ["429 with an absurd Retry-After", { status: 429, headers: { "retry-after": "99999999999" } }],
  ["429 with a Retry-After that says nothing", { status: 429, headers: { "retry-after": "-1, soon" } }],
  ["500", { status: 500, body: "boom" }],
  ["502 with a page", {
    status: 502,
    headers: { "content-type": "text/html" },
    body: "<html><title>Bad</title></html>",
  }],
  ["503 while a model is loading", { status: 503, body: { error: { code: 503, message: "Loading model" } } }],
  ["a connection that is hung up", { hangUp: true }],
  ["a body that is cut", { cutAfter: 40 }],
  ["half a JSON text whose length is right", { body: '{"choices": [{"message": {"content": "canv' }],
  ["an empty body", { body: "" }],
  ["a page as a success", {
    headers: { "content-type": "text/html" },
    body: "<html><title>Sign in</title></html>",
  }],
  ["a body without choices", { body: { id: "x" } }],
  ["no choice among the choices", { body: { choices: [] } }],
  ["an error within a success", { body: { error: { code: 502, message: "Provider returned error" } } }],
  ["a bare string as an error within a success", { body: { error: "the model crashed" } }],
  ["an error within a choice", { body: completion("canv", { error: { code: 500, message: "gone" } }) }],
  ["an answer that does not come in time", { after: 5000 }],
  ["an answer that drips", { drip: 40 }],
];
for (const [what, conduct] of passing) {
  Deno.test(`a chat asks again after ${what}, and the reply counts`, async () => {
    const { answer, asked } = await ask([conduct, conduct, good], {
      timeout: conduct.after || conduct.drip ? 500 : 10_000,
    });
    strictEqual(answer.reply, "canvas.fill('red')");
    deepStrictEqual([answer.requests, asked.length], [3, 3]);
    deepStrictEqual(asked.map(({ body }) => body.seed), [5, 5, 5]);
  });
  Deno.test(`a chat gives up on ${what} in the end, with an error and no reply`, async () => {
    const { answer, asked } = await ask([conduct], { timeout: 100, retries: 1 });
    strictEqual(answer.reply, null);
    match(answer.error!, /^[^\n]+, after 2 requests$/);
    ok(!answer.error!.includes("127.0.0.1"), answer.error!);
    strictEqual(asked.length, 2);
  });
}

Deno.test("an error says what the server said, be it JSON, a page or plain text", async () => {
  const said = async (conduct: Conduct) => (await ask([conduct], { retries: 0 })).answer.error;
  strictEqual(await said({ status: 500, body: "boom" }), "HTTP 500: boom");
  strictEqual(await said({ status: 500, body: "" }), "HTTP 500");
  strictEqual(await said({ status: 500, body: { error: { message: "m", type: "t" } } }), "HTTP 500: m");
  strictEqual(await said({ status: 500, body: { object: "error", message: "old" } }), "HTTP 500: old");
  strictEqual(await said({ status: 500, body: { detail: "fast" } }), "HTTP 500: fast");
  strictEqual(
    await said({ status: 502, body: "<html><title>Bad gateway</title><p>x" }),
    "HTTP 502: Bad gateway",
  );
  match((await said({ status: 500, body: "x".repeat(9999) }))!, /^HTTP 500: x{200}\.\.\.$/);
  match((await said({ cutAfter: 40 }))!, /^the connection failed: /);
  match((await said({ body: "nope" }))!, /^the body is no JSON: nope$/);
});

Deno.test("a chat gives up at once where asking again cannot help", async () => {
  for (const status of [400, 401, 402, 403, 404, 413, 422]) {
    const { answer, asked } = await ask([{ status, body: { error: { message: "no" } } }], {}, {
      logprobs: false,
    });
    deepStrictEqual([answer.reply, answer.error, asked.length], [null, `HTTP ${status}: no`, 1]);
    ok(answer.reply === null && answer.status === status);
  }
  const flagged = await ask([{ body: { error: { code: 403, message: "flagged" } } }]);
  deepStrictEqual([flagged.answer.error, flagged.asked.length], ["an error within a success: flagged", 1]);
});

Deno.test("a chat does not follow a redirect: the key would go with it", async () => {
  const { answer, asked } = await ask([{ status: 307, headers: { location: "/elsewhere" }, body: "" }], {
    key: KEY,
  });
  deepStrictEqual([answer.error, asked.length], ["HTTP 307", 1]);
});

Deno.test("a server that asks for a wait gets it, and no more than the ceiling", async () => {
  const date = new Date(1_700_000_000_000).toUTCString(), later = new Date(1_700_000_001_000).toUTCString();
  const backoff = { first: 1, longest: 1, ceiling: 400 };
  const wait = async (headers: Record<string, string>) =>
    (await ask([{ status: 429, headers }, good], { backoff })).took;
  ok(await wait({ "retry-after": "0.3" }) >= 300);
  const dated = await wait({ date, "retry-after": later });
  ok(dated >= 400 && dated < 1500, `waited ${dated}`);
  const absurd = await wait({ "retry-after": "1e9" }), huge = await wait({ "retry-after": "999999999" });
  ok(absurd < 400 && huge >= 400 && huge < 1500, `waited ${absurd}, ${huge}`);
});

Deno.test("the budget ends the waiting, whatever the retries", async () => {
  const { answer, took } = await ask([{ status: 503 }], { retries: 1000, budget: 200 });
  ok(answer.reply === null && answer.requests > 3 && answer.requests < 60, String(answer.requests));
  ok(took < 1500, `took ${took}`);
});

Deno.test("a refused connection is asked again, and named without the address", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const chat = chatClient({ endpoint: `http://127.0.0.1:${port}/v1`, model: "tiny", ...QUICK });
  const answer = await chat(REQUEST);
  match(answer.error!, /^the connection failed: .*refused.*, after 4 requests$/i);
  ok(!answer.error!.includes(String(port)), answer.error!);
});

Deno.test("a reply of ten megabytes is an error, as a success and as a failure, and is not asked for again", async () => {
  const body = completion("canvas.fill('red')\n".repeat(530_000));
  const { answer, asked } = await ask([{ body }]);
  deepStrictEqual([answer.reply, asked.length], [null, 1]);
  match(answer.error!, /^HTTP 200 with a body of more than \d+ bytes$/);
  match(
    (await ask([{ status: 500, body: "x".repeat(10_000_000) }])).answer.error!,
    /^HTTP 500 with a body of more/,
  );
});

Deno.test("a body with all log-probabilities of as many tokens as asked for is not too long", async () => {
  const token = { token: "canvas", logprob: -0.123456789012, bytes: [99, 97, 110, 118, 97, 115] };
  const content = Array.from({ length: 1024 }, () => ({ ...token, top_logprobs: Array(20).fill(token) }));
  const body = JSON.stringify(completion("x", { logprobs: { content } }), null, 0);
  const { answer } = await ask([{ body }], { timeout: 10_000 }, { maxTokens: 1024 });
  strictEqual(answer.reply, "x");
});

Deno.test("a reply counts whatever its content type and whatever it says", async () => {
  const bodies: [unknown, string][] = [
    [completion(""), ""],
    [completion("I cannot draw."), "I cannot draw."],
    [
      completion([{ type: "text", text: "canvas." }, { type: "text", text: "fill(0)" }]),
      "canvas.fill(0)",
    ],
  ];
  for (const [body, reply] of bodies) {
    const { answer } = await ask([{ body, headers: { "content-type": "text/html; charset=latin1" } }]);
    deepStrictEqual([answer.reply, answer.requests], [reply, 1]);
  }
});

Deno.test("a message without text is an error, not an empty reply, and not asked for again", async () => {
  for (const content of [null, undefined, 7, [], [{ type: "image" }]]) {
    const { answer } = await ask([{ body: completion(content, { finish_reason: "length" }) }]);
    const error = "the message has no text (finish: length)";
    deepStrictEqual([answer.reply, answer.error, answer.requests], [null, error, 1]);
  }
  const refused = { message: { content: null, refusal: "I will not" }, finish_reason: "stop" };
  const { answer } = await ask([{ body: { choices: [refused] } }]);
  strictEqual(answer.error, "the message has no text (finish: stop, refusal: I will not)");
});

Deno.test("log-probabilities become entropy and mass; where there are none both are missing, not zero", async () => {
  const half = Math.log(0.5);
  const content = [{ token: "a", logprob: half, top_logprobs: [{ token: "a", logprob: half }] }];
  const { answer } = await ask([{ body: completion("x", { logprobs: { content } }) }]);
  ok(answer.reply !== null && Math.abs(answer.entropy!.entropy + 0.5 * half) < 1e-12);
  ok(Math.abs(answer.entropy!.mass - 0.5) < 1e-12);
  for (const logprobs of [undefined, null, {}, { content: null }, { content: [] }, "none"]) {
    const { answer } = await ask([{ body: completion("x", { logprobs }) }]);
    ok(answer.reply !== null && answer.entropy === null);
  }
});

Deno.test("tokens are the server's count, else those with log-probabilities, else missing", async () => {
  const tokens = async (choice: object, usage: unknown) => {
    const { answer } = await ask([{ body: completion("x", choice, { usage }) }]);
    return answer.reply === null ? answer.error : answer.tokens;
  };
  const logprobs = { content: [{ token: "x", logprob: -1, top_logprobs: [] }] };
  deepStrictEqual(
    [
      await tokens({ logprobs }, { completion_tokens: 9 }),
      await tokens({ logprobs }, null),
      await tokens({}, { completion_tokens: "many" }),
    ],
    [9, 1, null],
  );
});

Deno.test("a server that refuses log-probabilities is asked without, then and from then on", async () => {
  for (
    const [status, error] of [
      [400, { message: "top_logprobs must be at most 5" }],
      [422, "Unexpected field logprobs"],
      [500, { message: "logprobs is not supported for models created with logits_all=False" }],
      [400, { message: "bad request" }],
    ] as const
  ) {
    await using server = startModelServer(({ body }) => body.logprobs ? { status, body: { error } } : {});
    const chat = chatClient({ endpoint: server.endpoint, model: "tiny", ...QUICK });
    strictEqual((await chat(REQUEST)).reply, "canvas.fill('red')");
    const before = server.asked.length;
    strictEqual((await chat(REQUEST)).reply, "canvas.fill('red')");
    strictEqual(server.asked.length, before + 1);
  }
});

Deno.test("a server that gives five alternatives and no more is asked for five", async () => {
  const { answer, asked } = await ask(({ body }) =>
    body.top_logprobs > 5 ? { status: 400, body: { error: { message: "top_logprobs: 20 > 5" } } } : {}
  );
  strictEqual(answer.reply, "canvas.fill('red')");
  deepStrictEqual(asked.map(({ body }) => body.top_logprobs), [20, 5]);
});

Deno.test("a schema is sent as response_format, and a server that refuses it is asked without", async () => {
  const schema = { name: "judgement", schema: { type: "object" } };
  const kept = await ask([{}], {}, { schema });
  deepStrictEqual(kept.asked[0].body.response_format, {
    type: "json_schema",
    json_schema: { name: "judgement", schema: { type: "object" }, strict: true },
  });
  const refused = await ask(
    ({ body }) =>
      body.response_format
        ? { status: 400, body: { error: "'response_format.type' must be 'text'" } }
        : { body: completion("{}") },
    {},
    { schema, logprobs: false },
  );
  deepStrictEqual([refused.answer.reply, refused.asked.length], ["{}", 2]);
});

Deno.test("a server that knows max_completion_tokens alone is asked with that", async () => {
  const { answer, asked } = await ask(({ body }) =>
    "max_tokens" in body
      ? { status: 400, body: { error: { message: "Use 'max_completion_tokens' instead" } } }
      : {}
  );
  strictEqual(answer.reply, "canvas.fill('red')");
  strictEqual(asked[1].body.max_completion_tokens, 64);
});

Deno.test("a refusal that is about something else is reported as it was, and nothing is given up for it", async () => {
  await using server = startModelServer(({ body }) =>
    body.seed === 5 ? { status: 400, body: { error: { message: "context is too long" } } } : {}
  );
  const chat = chatClient({ endpoint: server.endpoint, model: "tiny", ...QUICK });
  match((await chat(REQUEST)).error!, /^HTTP 400: context is too long/);
  await chat({ ...REQUEST, seed: 6 });
  strictEqual(server.asked.at(-1)!.body.top_logprobs, 20);
});

Deno.test("the key is sent as a bearer token and comes back in nothing, however it is echoed", async () => {
  const json = JSON.stringify({ error: { message: `bad key ${KEY}` } }).replaceAll("/", "\\/");
  const escaped = json.replaceAll("+", "\\u002b");
  const echoes: Conduct[] = [
    { status: 401, body: { error: { message: `Incorrect API key: ${KEY}` } } },
    { status: 401, body: json },
    { status: 401, body: escaped },
    { status: 500, body: `<html><title>${KEY}</title></html>` },
    { status: 500, body: `${"x".repeat(190)} ${KEY}` },
    { status: 400, body: `?key=${encodeURIComponent(KEY)}` },
    { body: { error: KEY } },
    { body: KEY },
    {
      body: completion(`canvas.fill('red') # ${KEY}`, { finish_reason: KEY }, { model: KEY, provider: KEY }),
    },
  ];
  for (const echo of echoes) {
    const { answer, asked } = await ask([echo], { key: KEY, retries: 1 });
    strictEqual(asked[0].headers.get("authorization"), `Bearer ${KEY}`);
    const out = JSON.stringify(answer);
    ok(!out.includes("secret"), out);
  }
  const plain = await ask([{ body: completion("canvas.fill('EMPTY')") }], { key: "EMPTY" });
  strictEqual(plain.answer.reply, "canvas.fill('EMPTY')");
});

Deno.test("a chat that is told to stop throws an AbortError, while waiting for an answer or to ask again", async () => {
  for (const conduct of [{ after: 5000 }, { status: 500 }]) {
    await using server = startModelServer(() => conduct);
    const backoff = { first: 5000, longest: 5000 };
    const chat = chatClient({ endpoint: server.endpoint, model: "tiny", backoff });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const started = performance.now();
    await rejects(chat(REQUEST, stop.signal), { name: "AbortError" });
    ok(performance.now() - started < 2000);
    await rejects(chat(REQUEST, stop.signal), { name: "AbortError" });
    strictEqual(server.asked.length, 1);
  }
});

Deno.test("chatClient takes an address with any of its last steps, and refuses one that holds more", async () => {
  for (const ending of ["", "/", "/v1", "/v1/", "/v1/chat/completions", "/api/v3"]) {
    await using server = startModelServer(() => ({}));
    const endpoint = `http://127.0.0.1:${server.port}${ending}`;
    await chatClient({ endpoint, model: "tiny" })(REQUEST);
    strictEqual(server.asked[0].path, `${ending === "/api/v3" ? ending : "/v1"}/chat/completions`);
  }
  for (
    const endpoint of [
      "localhost",
      "file:///v1",
      "http://me:pw@host/v1",
      "http://host/v1?key=1",
      "http://h/#x",
      "",
    ]
  ) {
    throws(() => chatClient({ endpoint, model: "tiny" }), TypeError);
  }
  throws(
    () => chatClient({ endpoint: "http://me:hunter2@host", model: "tiny" }),
    (error) => !/hunter2/.test(String(error)),
  );
});

Deno.test("a stream, which nobody asked for, is read as the completion it is; one that breaks off is asked for again", async () => {
  const half = { content: [{ token: "a", logprob: Math.log(0.5), top_logprobs: [] }] };
  const events = [
    { model: "tiny-1", choices: [{ delta: { role: "assistant", content: "" } }] },
    { choices: [{ delta: { content: "canvas." }, logprobs: half }] },
    { choices: [{ delta: { content: "fill('red')" }, logprobs: half, finish_reason: null }] },
    { choices: [{ delta: {}, finish_reason: "stop" }] },
    { choices: [], usage: { completion_tokens: 2 } },
  ].map((event) => `data: ${JSON.stringify(event)}\n\n`);
  const headers = { "content-type": "text/event-stream" };
  const whole = await ask([{ headers, body: `: hello\n\n${events.join("")}data: [DONE]\n\n` }]);
  const { reply, error, ...rest } = whole.answer;
  deepStrictEqual([reply, error, whole.asked.length], ["canvas.fill('red')", null, 1]);
  ok("tokens" in rest && rest.tokens === 2 && rest.finish === "stop" && rest.served.model === "tiny-1");
  ok(Math.abs(rest.entropy!.mass - 0.5) < 1e-12);
  for (const body of [events.slice(0, 3).join(""), `${events[0]}data: {"choices": [{"del`]) {
    const cut = await ask([{ headers, body }, {}]);
    deepStrictEqual([cut.answer.reply, cut.asked.length], ["canvas.fill('red')", 2]);
  }
  const broken = `${events[0]}data: {"error": {"code": 502, "message": "provider gone"}}\n\n`;
  const { answer } = await ask([{ headers, body: broken }], { retries: 0 });
  strictEqual(answer.error, "an error within a success: provider gone");
});

Deno.test("onTrouble is told before each wait, without the key", async () => {
  const told: string[] = [];
  const onTrouble = (what: string) => told.push(what);
  await ask([{ status: 503, body: `busy, ${KEY}` }, { status: 503, body: "busy" }, {}], {
    key: KEY,
    onTrouble,
  });
  deepStrictEqual(told, ["HTTP 503: busy, [key]", "HTTP 503: busy"]);
});
