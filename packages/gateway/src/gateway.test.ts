import { expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { reader } from "@squire/host/testing";
import { call, fault, say } from "@squire/testkit";
import { gatewayRig } from "./testing/gateway-rig.ts";
import { rawClient } from "./testing/raw-client.ts";

test("GW-3: the first frame is the token, out of a file that only its owner can read", async () => {
  await using there = await gatewayRig([]);
  const { mode } = await stat(there.gateway.tokenFile);
  expect(mode & 0o777).toBe(0o600);
  const client = await rawClient(there.gateway.wsUrl);
  client.send({ type: "auth", token: there.token });
  expect(await client.next(() => true)).toEqual({ type: "auth", ok: true });
  expect(await client.ask("health.check")).toMatchObject({ result: { status: "ok" } });
  const stranger = await rawClient(there.gateway.wsUrl);
  expect(await stranger.ask("health.check")).toMatchObject({ result: { status: "ok" } });
  stranger.send({ type: "auth", token: `${there.token}x` });
  expect(await stranger.closed).toMatchObject({ code: 1008 });
});

test("GW-6, GW-7: who sends hears the turn in the words of the pushes", async () => {
  await using there = await gatewayRig([
    call("write", { path: "a.txt", content: "x" }),
    say("Done."),
  ]);
  const client = await rawClient(there.gateway.wsUrl, { token: there.token });
  const created = await client.ask("sessions.create", {});
  const { sessionKey } = created["result"] as { sessionKey: string };
  const sent = await client.ask("chat.send", { sessionKey, message: "go" });
  const { runId } = sent["result"] as { runId: string };
  const asked = await client.next(({ event }) => event === "exec.approval_request");
  const { approvalId } = asked["data"] as { approvalId: string };
  expect(await client.ask("exec.approve", { approvalId })).toMatchObject({ result: { ok: true } });
  const final = await client.next(({ event }) => event === "chat.final");
  expect(final).toMatchObject({ data: { runId, stopReason: "stop" }, sessionKey });
  const words = client.seen.filter(({ event }) => event === "chat.delta");
  expect(words).toMatchObject([{ data: { runId, text: "Done." } }]);
});

test("GW-9 (part): over the socket a session is the same as in the process", async () => {
  await using there = await gatewayRig([say("Hi there.")]);
  const sessionKey = await there.rig.session();
  const far = await there.connect({ face: "tui" });
  const near = reader(there.rig.client.events(sessionKey));
  const wide = reader(far.events(sessionKey));
  await wide.next("session.restored");
  await far.call("chat.send", { sessionKey, message: "hello" });
  await near.next("turn.finished");
  await wide.next("turn.finished");
  expect(wide.seen).toEqual(near.seen.slice(0, wide.seen.length));
  await wide.close();
  await near.close();
});

test("GW-7 (part): who starts a research without listening hears it all the same", async () => {
  await using there = await gatewayRig(() => fault({ status: 400, body: "{}" }));
  const client = await rawClient(there.gateway.wsUrl, { token: there.token });
  const created = await client.ask("sessions.create", {});
  const { sessionKey } = created["result"] as { sessionKey: string };
  const started = await client.ask("research.start", { sessionKey, question: "Why?" });
  const { runId } = started["result"] as { runId: string };
  const failed = await client.next(({ event }) => event === "chat.error");
  expect(failed).toMatchObject({ sessionKey, data: { runId } });
});
