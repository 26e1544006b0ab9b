import { expect, test } from "bun:test";
import { hang, reply, say } from "@squire/testkit";
import { apiRig, reader } from "../api/testing/api-rig.ts";

test("RES-16: in chat the first words are shown while the reply still goes on, with one request and no tools", async () => {
  await using rig = await apiRig([reply(say("So far"), hang())]);
  const { client } = rig;
  const { sessionKey } = await client.call("sessions.create", { mode: "chat" });
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "hello" });
  expect((await events.next("text.delta")).text).toBe("So far");
  // The service is still silent in the middle of its reply: nothing was held back until its end.
  const seen = events.seen.map(({ event: { type } }) => type);
  expect(seen).not.toContain("step.finished");
  expect(rig.server.requests).toHaveLength(1);
  expect(rig.server.requests[0]?.json).not.toHaveProperty("tools");
  await client.call("chat.abort", { sessionKey });
  await events.next("turn.aborted");
});

test("RES-16: a research has 180 seconds unless somebody says otherwise", async () => {
  await using rig = await apiRig([]);
  expect(rig.host.loaded.settings.research.timeout).toBe(180);
  await using other = await apiRig([], {}, "[research]\ntimeout = 60\n");
  expect(other.host.loaded.settings.research.timeout).toBe(60);
});
