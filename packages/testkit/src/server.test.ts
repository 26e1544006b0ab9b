import { expect, test } from "bun:test";
import type { WireName } from "./render.ts";
import { json } from "./lookups.ts";
import { fault, raw, turn } from "./faults.ts";
import { rejectionOf } from "./rejection.ts";
import { startScriptedServer } from "./server.ts";
import type { ScriptedServer } from "./server.ts";
import { call, fail, hang, reply, say } from "./turn.ts";

const PATHS: Readonly<Record<WireName, string>> = {
  "openai-chat": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  anthropic: "/v1/messages",
  google: "/v1beta/models/gemini-test:streamGenerateContent?alt=sse",
};

function post(server: ScriptedServer, path = PATHS["openai-chat"], init: RequestInit = {}) {
  const body = JSON.stringify({ model: "m", stream: true });
  return fetch(server.url + path, { method: "POST", body, ...init });
}

async function textOf(server: ScriptedServer, path?: string): Promise<string> {
  return (await post(server, path)).text();
}

test("every wire has its own framing", async () => {
  await using server = await startScriptedServer(() => say("hi"));
  const bodies = Object.fromEntries(
    await Promise.all(
      Object.entries(PATHS).map(
        async ([wire, path]) => [wire, await textOf(server, path)] as const,
      ),
    ),
  );

  expect(bodies["openai-chat"]).toStartWith('data: {"id":"chatcmpl-');
  expect(bodies["openai-chat"]).toEndWith("\n\ndata: [DONE]\n\n");
  expect(bodies["openai-responses"]).toStartWith("event: response.created\ndata: {");
  expect(bodies["anthropic"]).toStartWith("event: message_start\ndata: {");
  expect(bodies["anthropic"]).toEndWith('event: message_stop\ndata: {"type":"message_stop"}\n\n');
  expect(bodies["google"]).toStartWith('data: {"candidates":[');
  expect(bodies["google"]).toEndWith("\r\n\r\n");
});

test.each([
  "/chat/completions",
  "/openai/deployments/x/chat/completions?api-version=1",
  "/responses",
  "/codex/responses",
  "/anthropic/v1/messages",
  "/v1/projects/p/locations/l/publishers/google/models/g:streamGenerateContent?alt=sse",
])("%s is a model's path", async (path) => {
  await using server = await startScriptedServer([say("hi")]);
  const response = await post(server, path);

  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(await response.text()).toContain("hi");
  server.assertDone();
});

test("a request is recorded as it came", async () => {
  await using server = await startScriptedServer([say("a"), say("b")]);
  const before = Date.now();
  await post(server, undefined, { headers: { authorization: "Bearer k", "X-Test": "1" } });
  await post(server, undefined, { body: '{"stream":true, "ü":1}' });

  const [first, second] = server.requests;
  expect(first?.headers).toMatchObject({ authorization: "Bearer k", "x-test": "1" });
  expect(first?.at).toBeGreaterThanOrEqual(before);
  expect(second?.bodyText).toBe('{"stream":true, "ü":1}');
  expect(second).toMatchObject({
    method: "POST",
    path: "/v1/chat/completions",
    json: { stream: true, ü: 1 },
    wire: "openai-chat",
  });
  expect(await second?.ended).toBe("sent");
});

test("a request beyond the script is answered 500 and fails assertDone", async () => {
  await using server = await startScriptedServer([say("only")]);
  await textOf(server);
  server.assertDone();
  const response = await post(server);

  expect(response.status).toBe(500);
  expect(await response.text()).toContain("the script has only 1 answers");
  expect(() => server.assertDone()).toThrow(/only 1 answers[\s\S]*"model":"m"/);
});

test("an answer nobody asked for, a failing handler and a missing stream flag fail it too", async () => {
  await using unused = await startScriptedServer([say("x")]);
  expect(() => unused.assertDone()).toThrow("1 of 1");

  await using throwing = await startScriptedServer(() => {
    throw new Error("test bug");
  });
  expect((await post(throwing)).status).toBe(500);
  expect(() => throwing.assertDone()).toThrow("test bug");

  await using plain = await startScriptedServer([say("x"), say("y")]);
  expect((await post(plain, undefined, { body: "{}" })).status).toBe(500);
  expect(() => plain.assertDone()).toThrow('no "stream": true');
  const path = PATHS.google.replace("?alt=sse", "");
  expect(await textOf(plain, path)).toContain("no ?alt=sse");
});

test("a handler makes each answer from its request", async () => {
  await using server = await startScriptedServer(async ({ json: body }) =>
    say(`got ${JSON.stringify(body)}`, { deltaSize: 99 }),
  );

  expect(await textOf(server)).toContain(String.raw`got {\"model\":\"m\",\"stream\":true}`);
  server.assertDone();
});

test("raw frames are sent byte for byte", async () => {
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0, 255, 10]);
  await using server = await startScriptedServer([
    raw(["data: {}", "", "data: [DONE]", ""]),
    raw(bytes, { contentType: "application/octet-stream", chunkBytes: [1, 2] }),
  ]);

  expect(await textOf(server)).toBe("data: {}\n\ndata: [DONE]\n\n");
  const response = await post(server, undefined, { body: "" });
  expect(response.headers.get("content-type")).toBe("application/octet-stream");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
});

test("lookups answer from data and are kept apart from model requests", async () => {
  await using server = await startScriptedServer([], {
    models: ["m1"],
    ollama: { "qwen:7b": { model_info: { "qwen.context_length": 4096 } } },
    balance: { is_available: true },
    paths: { "/special": json({ ok: 1 }, 201), "/slow/models": fault({ status: 503 }) },
  });
  const get = async (path: string, init?: RequestInit) => {
    const response = await fetch(server.url + path, init ?? {});
    return [response.status, await response.text()] as const;
  };
  const parsed = async (path: string, init?: RequestInit) => {
    const [status, body] = await get(path, init);
    return { status, body: JSON.parse(body) };
  };

  const list = { object: "list", data: [{ id: "m1", object: "model", owned_by: "scripted" }] };
  expect(await parsed("/models")).toEqual({ status: 200, body: list });
  expect(await parsed("/v1/models?limit=1")).toEqual({ status: 200, body: list });
  expect((await parsed("/api/tags")).body.models[0].name).toBe("qwen:7b");
  const show = { method: "POST", body: '{"model":"qwen:7b"}' };
  expect((await parsed("/api/show", show)).body.model_info).toEqual({
    "qwen.context_length": 4096,
  });
  expect((await parsed("/user/balance")).body).toEqual({ is_available: true });
  expect(await parsed("/special")).toEqual({ status: 201, body: { ok: 1 } });
  expect((await get("/slow/models"))[0]).toBe(503);
  expect((await get("/api/show", { method: "POST", body: '{"model":"x"}' }))[0]).toBe(404);
  expect(await get("/nowhere")).toEqual([404, "Nothing is scripted for GET /nowhere."]);
  expect(server.requests).toEqual([]);
  expect(server.lookups).toHaveLength(9);
  server.assertDone();
});

test("a failure before anything was said is a status with the vendor's body", async () => {
  const limit = fail("rate_limit", "slow down", { retryAfterMs: 1_500 });
  await using server = await startScriptedServer([
    limit,
    limit,
    fail("auth", "no", { status: 403 }),
  ]);
  const response = await post(server, PATHS.anthropic);

  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("2");
  expect(await response.json()).toMatchObject({
    type: "error",
    error: { type: "rate_limit_error", message: "slow down" },
  });
  expect(await (await post(server, PATHS.google)).json()).toEqual({
    error: { code: 429, message: "slow down", status: "RESOURCE_EXHAUSTED" },
  });
  expect((await post(server)).status).toBe(403);
});

test("failures in the middle are frames, or the end of the connection", async () => {
  const after = (failure: ReturnType<typeof fail>) => reply(say("half"), failure);
  await using server = await startScriptedServer([
    after(fail("overloaded", "busy")),
    after(fail("protocol", "nonsense")),
    after(fail("refused", "no")),
    after(fail("network", "cut")),
    fail("network", "dead"),
  ]);

  expect(await textOf(server)).toEndWith(
    'data: {"error":{"message":"busy","type":"server_error","param":null,"code":null}}\n\n',
  );
  expect(await textOf(server)).toEndWith('data: {"broken":\n\n');
  expect(await textOf(server)).toContain('"finish_reason":"content_filter"');
  const cut = await post(server);
  expect(await rejectionOf(cut.text())).toBeInstanceOf(Error);
  expect(await server.requests[3]?.ended).toBe("reset");
  expect(await rejectionOf(post(server))).toBeInstanceOf(Error);
  expect(server.requests).toHaveLength(5);
});

test("Gemini reports a call with broken arguments instead of sending it", async () => {
  await using server = await startScriptedServer([call("ls", '{"a')]);
  const body = await textOf(server, PATHS.google);

  expect(body).toContain('"finishReason":"MALFORMED_FUNCTION_CALL"');
  expect(body).not.toContain("functionCall");
});

test("closing ends all connections at once, also stalled ones", async () => {
  const server = await startScriptedServer([
    reply(say("x"), hang()),
    fail("stalled", "no headers"),
  ]);
  const stalled = post(server).then((response) => response.text());
  const headerless = post(server);
  const failures = Promise.all([rejectionOf(stalled), rejectionOf(headerless)]);
  while (server.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
  await server.close();

  for (const failure of await failures) expect(failure).toBeInstanceOf(Error);
  expect(() => server.url).toThrow("closed");
});

test("a client that goes away is seen", async () => {
  await using server = await startScriptedServer([
    reply(say("x"), hang()),
    turn(say("y"), { stallAtByte: "headers" }),
    turn(say("z"), { delayMs: { headers: 60_000 } }),
  ]);
  for (const step of [0, 1, 2]) {
    const abort = new AbortController();
    const gone = rejectionOf(
      post(server, undefined, { signal: abort.signal }).then((response) => response.text()),
    );
    while (server.requests.length <= step) await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    await gone;
    expect(await server.requests[step]?.ended).toBe("client-gone");
  }
  server.assertDone();
});
