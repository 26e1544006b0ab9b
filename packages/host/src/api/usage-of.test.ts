import { expect, test } from "bun:test";
import type { Entry } from "@squire/protocol";
import { say } from "@squire/testkit";
import { keptEvents } from "./kept-events.ts";
import { apiRig, reader } from "./testing/api-rig.ts";

test("USE-4 (part): what was spent is told by day and model at once", async () => {
  await using rig = await apiRig([say("Hi.")]);
  const sessionKey = await rig.session();
  const events = reader(rig.client.events(sessionKey));
  await rig.client.call("chat.send", { sessionKey, message: "hello" });
  await events.next("turn.finished");
  const { rows, total } = await rig.client.call("usage.get", { sessionKey, by: "day_model" });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.key).toMatch(/^\d{4}-\d\d-\d\d mock\/m$/);
  expect(rows[0]?.requests).toBe(total.requests);
  await events.close();
});

test("LOOP-16 (part): the log tells again what broke the prefix", () => {
  const head = { v: 1, id: "e1", parentId: null, ts: 5 };
  const entry = { ...head, type: "prefix_break", cause: "tools", bytesSaved: 0, tokensLost: 1500 };
  const told = keptEvents([entry as unknown as Entry], { model: "mock/m", isOver: true });
  expect(told).toEqual([
    { at: 5, event: { type: "prefix.changed", cause: "tools", tokensLost: 1500 } },
  ]);
});
