import { expect, test } from "bun:test";
import { failureOf } from "@squire/host/testing";
import { MAX_CALL_BYTES, MAX_MESSAGE_BYTES } from "@squire/protocol/wire";
import { idIn } from "./id-in.ts";
import { gatewayRig } from "./testing/gateway-rig.ts";
import { rawClient } from "./testing/raw-client.ts";

/** Between what a frame may have and what ends its socket, and above both. */
const SIZES = [MAX_MESSAGE_BYTES + 100_000, 3 * MAX_MESSAGE_BYTES];

test("GW-8 (part): a call that is larger than a frame comes through all the same, and the line stays", async () => {
  await using there = await gatewayRig([]);
  const states: string[] = [];
  const client = await there.connect({ onState: (state) => void states.push(state) });
  const { sessionKey } = await client.call("sessions.create", {});
  for (const size of SIZES) {
    const title = "é".repeat(size / 2);
    await client.call("sessions.rename", { sessionKey, title });
    const { session } = await there.rig.client.call("sessions.get", { sessionKey });
    expect(session.title).toBe(title);
  }
  const lost = { sessionKey: "nobody", title: "x".repeat(MAX_MESSAGE_BYTES) };
  const failure = await failureOf(client.call("sessions.rename", lost));
  expect(failure).toMatchObject({ code: "not_found" });
  expect(await client.call("health.check", {})).toMatchObject({ status: "ok" });
  expect(states).toEqual(["open"]);
});

test("GW-8 (part): a call that is too large for any way is refused in words before it is sent", async () => {
  await using there = await gatewayRig([]);
  const client = await there.connect();
  const query = "x".repeat(MAX_CALL_BYTES);
  expect(await failureOf(client.call("search", { query }))).toMatchObject({
    code: "invalid",
    message: expect.stringContaining("8 MiB"),
    retryable: false,
  });
  expect(await client.call("health.check", {})).toMatchObject({ status: "ok" });
});

test("GW-5 (part): what is refused unread is refused by its id, however large it is", async () => {
  await using there = await gatewayRig([], { now: () => 1_000 });
  const client = await rawClient(there.gateway.wsUrl, { token: there.token });
  const params = { x: "y".repeat(MAX_MESSAGE_BYTES) };
  client.send({ id: "large", method: "health.check", params });
  expect(await client.next(({ error }) => error !== undefined)).toMatchObject({
    id: "large",
    error: { code: -32006 },
  });
  for (let count = 0; count < 60; count++) client.send({ id: count, method: "health.check" });
  client.send({ method: "health.check", params, id: "late" });
  expect(await client.next(({ id }) => id === "late")).toMatchObject({ error: { code: -32005 } });
});

test("an id is found first or last, and nowhere else", () => {
  expect(idIn('{"id":7,"method":"a"}')).toBe(7);
  expect(idIn('{ "id" : "a\\"b" }')).toBe('a"b');
  expect(idIn('{"method":"a", "id": -3 }')).toBe(-3);
  expect(idIn('{"method":"a","params":{"x":1,"id":5}}')).toBeNull();
  expect(idIn('{"id":{"id":1}}')).toBeNull();
  expect(idIn("not json")).toBeNull();
});
