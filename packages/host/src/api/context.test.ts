import { expect, test } from "bun:test";
import { call, say } from "@squire/testkit";
import { sessionContext } from "../session/session-context.ts";
import { sessionStore } from "../sessions.ts";
import { apiRig, reader } from "./testing/api-rig.ts";

test("USE-6 (part): a face hears of the window what the command line does", async () => {
  await using rig = await apiRig([call("read", { path: "a" }), say("Hi.")], {
    a: "one line\n".repeat(400),
  });
  const { client } = rig;
  const sessionKey = await rig.session();
  const fresh = await client.call("context.get", { sessionKey });
  expect(fresh.regions.map(({ name }) => name)).toEqual([
    "system",
    "tools",
    "memory",
    "log",
    "results",
  ]);
  // Before the first request the log knows nothing of it; the session does.
  expect(fresh.regions.slice(0, 2).every(({ tokens }) => tokens > 50)).toBe(true);
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "read it" });
  await events.next("turn.finished");
  const { gauge, regions, compactsAt, removes } = await client.call("context.get", { sessionKey });
  const read = await sessionStore(rig.host.home).read(sessionKey);
  const report = await sessionContext(rig.host, read);
  expect(Object.fromEntries(regions.map(({ name, tokens }) => [name, tokens]))).toEqual(
    report.regions,
  );
  expect({ gauge, compactsAt, removes }).toEqual({
    gauge: { tokens: report.promptTokens, window: 100_000 },
    compactsAt: report.compactsAt,
    removes: report.removes,
  });
  const { text } = await client.call("command.run", { sessionKey, name: "context" });
  expect(text).toContain("a compaction would remove");
  expect(text).toContain("results: about");
});

test("USE-7 (part): the gauge is never less than what the vendor counted", async () => {
  await using rig = await apiRig(() => say("Hi.", { usage: { input: 70_000, output: 1 } }));
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "hi" });
  await events.next("turn.finished");
  const { gauge } = await client.call("context.get", { sessionKey });
  expect(gauge.tokens).toBe(70_000);
});
