import { expect, test } from "bun:test";
import { reader } from "@squire/host/testing";
import { fault, hang, reply, say } from "@squire/testkit";
import OpenAI from "openai";
import { gatewayRig, type GatewayRig } from "../testing/gateway-rig.ts";

const usage = { input: 12, output: 5 };

/** The vendor's own client judges what we answer. */
function openai({ gateway, token }: GatewayRig): OpenAI {
  return new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: token, maxRetries: 0 });
}

const ASK = { model: "squire", messages: [{ role: "user", content: "hello?" }] } as const;

test("GW-13: OpenAI's own client gets an answer, whole and streamed", async () => {
  await using there = await gatewayRig([
    say("Hello there.", { usage }),
    say("And again.", { usage }),
  ]);
  const client = openai(there);
  const whole = await client.chat.completions.create({ ...ASK, messages: [...ASK.messages] });
  expect(whole.choices).toMatchObject([
    { finish_reason: "stop", message: { role: "assistant", content: "Hello there." } },
  ]);
  expect(whole.usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 });
  const stream = client.chat.completions.stream({
    ...ASK,
    messages: [{ role: "system", content: "Be short." }, ...ASK.messages],
    stream_options: { include_usage: true },
  });
  const final = await stream.finalChatCompletion();
  expect(final.choices[0]?.message.content).toBe("And again.");
  expect(final.usage?.total_tokens).toBe(17);
  // What was said before is told, and no tools are offered: nothing can act.
  const sent = there.rig.server.requests[1]?.bodyText ?? "";
  expect(sent).toContain("Be short.");
  expect(sent).not.toContain('"tools":[{');
  const { total } = await there.rig.client.call("sessions.list", {});
  expect(total).toBe(0);
});

test("GW-13 (part): a session goes on, failures are told, and who hangs up stops the turn", async () => {
  await using there = await gatewayRig([
    say("One."),
    fault({ status: 400, body: "{}" }),
    reply(say("I begin"), hang()),
  ]);
  const sessionKey = await there.rig.session();
  const events = reader(there.rig.client.events(sessionKey));
  await events.next("session.restored");
  const send = (more: object, signal?: AbortSignal) =>
    fetch(`${there.gateway.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${there.token}`, "content-type": "application/json" },
      body: JSON.stringify({ ...ASK, session: sessionKey, ...more }),
      ...(signal === undefined ? {} : { signal }),
    });
  expect((await send({})).status).toBe(200);
  await events.next("turn.finished");
  expect((await send({})).status).toBe(502);
  await events.next("turn.failed");
  const gone = new AbortController();
  const streaming = await send({ stream: true }, gone.signal);
  await events.next("text.delta");
  gone.abort();
  await streaming.text().catch(() => "");
  await events.next("turn.aborted");
  expect((await send({ messages: "none" })).status).toBe(400);
  expect((await send({ session: "nobody" })).status).toBe(404);
  expect((await send({ model: "no/such" })).status).toBe(404);
});

test("an artifact comes whole and inert, and only with a token", async () => {
  await using there = await gatewayRig([]);
  const { url } = there.gateway;
  const sessionKey = await there.rig.session();
  const events = reader(there.rig.client.events(sessionKey));
  await events.next("session.restored");
  const command = "printf '<script>alert(1)</script>'; seq 1 60000";
  await there.rig.client.call("shell.run", { sessionKey, command });
  const { artifactId = "" } = await events.next("shell.finished");
  const address = `${url}/v1/artifacts/${sessionKey}/${artifactId}`;
  expect((await fetch(address)).status).toBe(401);
  const headers = { authorization: `Bearer ${there.token}` };
  const found = await fetch(address, { headers });
  expect(found.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(found.headers.get("content-disposition")).toStartWith("attachment");
  expect(found.headers.get("content-security-policy")).toContain("sandbox");
  const text = await found.text();
  expect(text).toStartWith("<script>alert(1)</script>1\n2\n");
  expect(text).toEndWith("60000\n");
  expect((await fetch(`${url}/v1/artifacts/${sessionKey}/nothing`, { headers })).status).toBe(404);
  expect((await fetch(`${url}/v1/artifacts/%00%2f..%2f/%ff`, { headers })).status).toBe(400);
});

test("one call over HTTP is the same method with the same rights", async () => {
  await using there = await gatewayRig([]);
  const call = (body: unknown, more: Readonly<Record<string, string>> = {}) =>
    fetch(`${there.gateway.url}/v1/call`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${there.token}`,
        "content-type": "application/json",
        ...more,
      },
      body: JSON.stringify(body),
    });
  const created = await call({ method: "sessions.create" });
  expect(await created.json()).toMatchObject({ result: { sessionKey: expect.any(String) } });
  expect((await call({ method: "no.such" })).status).toBe(404);
  expect((await call({ method: "constructor" })).status).toBe(404);
  expect((await call([])).status).toBe(404);
  expect((await call({ method: "sessions.get", params: {} })).status).toBe(400);
  const up = { method: "settings.set", params: { key: "hooks", value: [] } };
  expect((await call(up)).status).toBe(403);
  const shell = {
    method: "shell.run",
    params: { sessionKey: await there.rig.session(), command: "true" },
  };
  expect((await call(shell, { origin: there.gateway.url })).status).toBe(403);
  expect((await call(shell)).status).toBe(200);
});
