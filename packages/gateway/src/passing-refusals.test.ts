import { expect, test } from "bun:test";
import type { LineState, SocketOptions } from "@squire/client";
import { failureOf, reader } from "@squire/host/testing";
import { breath } from "./testing/cut-line.ts";
import { gatewayRig } from "./testing/gateway-rig.ts";
import { rawClient } from "./testing/raw-client.ts";

type Open = NonNullable<SocketOptions["open"]>;

/** Sockets whose frames from the gateway are changed on their way. */
function changed(change: (text: string) => string | null): Open {
  return (url, ears) => {
    const socket = new WebSocket(url);
    socket.addEventListener("open", () => ears.opened());
    socket.addEventListener("close", ({ code, reason }) => ears.closed(code, reason));
    socket.addEventListener("message", ({ data }) => {
      const text = change(String(data));
      if (text !== null) ears.message(text);
    });
    return { send: (text) => socket.send(text), close: (code) => socket.close(code) };
  };
}

test("GW-11 (part): who was sent away for asking too much comes back, and its stream goes on", async () => {
  let now = 1_000;
  await using there = await gatewayRig([], { now: () => now });
  const sessionKey = await there.rig.session();
  const states: LineState[] = [];
  const client = await there.connect({
    wait: breath,
    onState: (state) => {
      states.push(state);
      now += 1_000;
    },
  });
  const stream = reader(client.events(sessionKey));
  await stream.next("session.restored");
  const calls = Array.from({ length: 700 }, () =>
    client.call("health.check", {}).catch(() => null),
  );
  await Promise.all(calls);
  await there.rig.client.call("sessions.rename", { sessionKey, title: "after" });
  await stream.next("title.changed");
  expect(states.slice(0, 3)).toEqual(["open", "waiting", "open"]);
  await stream.close();
});

test("GW-11 (part): an attach that is refused for now is asked again", async () => {
  let now = 1_000;
  await using there = await gatewayRig([], { now: () => now });
  const sessionKey = await there.rig.session();
  let waits = 0;
  const wait = (): Promise<void> => {
    waits++;
    now += 1_000;
    return breath();
  };
  const client = await there.connect({ wait });
  const calls = Array.from({ length: 80 }, () => client.call("health.check", {}).catch(() => null));
  const stream = reader(client.events(sessionKey));
  await stream.next("session.restored");
  expect(waits).toBe(1);
  await Promise.all(calls);
  await stream.close();
});

test("GW-3 (part): while an address is locked out the door says come later, whatever the token is", async () => {
  await using there = await gatewayRig([], { now: () => 1_000 });
  const { wsUrl } = there.gateway;
  const waiting = await Promise.all(Array.from({ length: 7 }, () => rawClient(wsUrl)));
  const closed: number[] = [];
  for (const [index, client] of waiting.entries()) {
    client.send({ type: "auth", token: index === 6 ? there.token : "wrong" });
    closed.push((await client.closed).code);
  }
  expect(closed).toEqual([1008, 1008, 1008, 1008, 1008, 1013, 1013]);
});

test("GW-9 (part): an event that cannot be read ends its stream in words, and is not asked for again", async () => {
  await using there = await gatewayRig([]);
  const sessionKey = await there.rig.session();
  let attached = 0;
  const open = changed((text) => {
    if (text.includes('"nextSeq"')) attached++;
    return text.replace('"type":"title.changed","title":"bad"', '"type":"title.changed"');
  });
  const client = await there.connect({ open });
  const stream = reader(client.events(sessionKey));
  await stream.next("session.restored");
  for (const title of ["bad", "good"]) {
    await there.rig.client.call("sessions.rename", { sessionKey, title });
  }
  const failure = await failureOf(stream.next("title.changed"));
  expect(failure).toMatchObject({ code: "internal", message: expect.stringContaining("title") });
  expect(attached).toBe(1);
});

test("GW-9 (part): an event that never comes is asked for once, then its stream ends", async () => {
  await using there = await gatewayRig([]);
  const sessionKey = await there.rig.session();
  // Somebody stays there all the time, so that the session is not opened anew.
  const near = reader(there.rig.client.events(sessionKey));
  await near.next("session.restored");
  let attached = 0;
  const open = changed((text) => {
    if (text.includes('"nextSeq"')) attached++;
    return text.includes('"title":"lost"') && text.includes("title.changed") ? null : text;
  });
  const client = await there.connect({ open });
  const stream = reader(client.events(sessionKey));
  await stream.next("session.restored");
  for (const title of ["lost", "good"]) {
    await there.rig.client.call("sessions.rename", { sessionKey, title });
  }
  expect(await failureOf(stream.next("title.changed"))).toMatchObject({ code: "internal" });
  expect(attached).toBe(2);
  await near.close();
});
