import { expect, test } from "bun:test";
import { watchSession, type LineState } from "@squire/client";
import { openHostApi } from "@squire/host/api";
import { failureOf, reader } from "@squire/host/testing";
import { call, quietPort, reply, say, seededRandom } from "@squire/testkit";
import { startGateway } from "./start-gateway.ts";
import { writeToken } from "./token-file.ts";
import { breath, tearable } from "./testing/cut-line.ts";
import { gatewayRig } from "./testing/gateway-rig.ts";

const TALK = (turns: number) =>
  Array.from({ length: turns }, (_, index) => [
    reply(say(`Looking ${index}. `), call("read", { path: "a" })),
    say(`That was ${index}.`),
  ]).flat();

test("GW-9 (part), R8: a line that breaks again and again loses nothing and says nothing twice", async () => {
  const turns = 6;
  await using there = await gatewayRig(TALK(turns), { workspace: { a: "1\n" } });
  const sessionKey = await there.rig.session();
  const random = seededRandom(18);
  const torn = tearable();
  const far = await there.connect({ open: torn.open, wait: breath, random });
  const near = reader(there.rig.client.events(sessionKey));
  // Somebody stays there all the time, so that the session is not opened anew.
  await near.next("session.restored");
  const stream = far.events(sessionKey)[Symbol.asyncIterator]();
  const heard: unknown[] = [];
  for (let turn = 0; turn < turns; turn++) {
    await there.rig.client.call("chat.send", { sessionKey, message: `turn ${turn}` });
    for (let isOver = false; !isOver;) {
      const { value, done } = await stream.next();
      if (done === true) throw new Error("The stream ended.");
      heard.push(value);
      isOver = value.event.type === "turn.finished";
      if (random() < 0.3) torn.tear();
    }
    await near.next("turn.finished");
  }
  expect(torn.opened).toBeGreaterThan(turns);
  // Who comes and goes is among the events, so both have the same.
  expect(heard).toEqual(near.seen.slice(0, heard.length));
  await stream.return?.();
  await near.close();
});

test("GW-9 (part): after a restart the view begins anew, and is that of who comes fresh", async () => {
  const port = await quietPort();
  await using there = await gatewayRig([say("Before."), say("After.")], { port });
  const sessionKey = await there.rig.session();
  const torn = tearable();
  const states: LineState[] = [];
  const far = await there.connect({
    open: torn.open,
    wait: breath,
    onState: (state) => void states.push(state),
  });
  let told: (() => void) | null = null;
  const watched = watchSession(far, sessionKey, { onView: () => told?.() });
  const until = async (fits: () => boolean): Promise<void> => {
    while (!fits()) await new Promise<void>((resolve) => (told = resolve));
  };
  await far.call("chat.send", { sessionKey, message: "one" });
  await until(() => watched.view.items.length >= 2 && watched.view.status === "idle");
  const { stream, seq } = watched.view;
  await there.gateway.close();
  await there.rig.api.close();

  await using api = openHostApi({ host: there.rig.host, version: "test" });
  const { tokenFile } = there.gateway;
  const again = await startGateway({ api, host: "127.0.0.1", port, tokenFile });
  await until(() => watched.view.stream !== stream);
  await far.call("chat.send", { sessionKey, message: "two" });
  await until(() => watched.view.items.length >= 4 && watched.view.status === "idle");
  // The numbers of both openings overlap: only the name of the stream tells them apart.
  expect(seq).toBeGreaterThan(3);
  const said = [...watched.view.items].flatMap((item) => ("text" in item ? [item.text] : []));
  expect(said.filter((text) => text === "Before." || text === "After.")).toEqual([
    "Before.",
    "After.",
  ]);
  expect(states[0]).toBe("open");
  expect(states).toContain("waiting");
  watched.close();
  await far.close();
  await again.close();
});

test("S8: a new token sends everybody away, and who has the old one stays out", async () => {
  await using there = await gatewayRig([]);
  const states: LineState[] = [];
  let tell = (): void => {};
  const refused = new Promise<void>((resolve) => (tell = resolve));
  const client = await there.connect({
    wait: breath,
    onState: (state) => {
      states.push(state);
      if (state === "refused") tell();
    },
  });
  await writeToken(there.gateway.tokenFile, "another-token-that-is-long-enough");
  await refused;
  expect(await failureOf(client.call("health.check", {}))).toMatchObject({ code: "auth" });
  expect(await failureOf(there.connect())).toMatchObject({ code: "auth", retryable: false });
  const fresh = await there.connect({ auth: { token: "another-token-that-is-long-enough" } });
  expect(await fresh.call("health.check", {})).toMatchObject({ status: "ok" });
});
