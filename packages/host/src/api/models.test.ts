import { expect, test } from "bun:test";
import { hang, say } from "@squire/testkit";
import { rerunSession } from "../session/rerun.ts";
import { sessionStore } from "../sessions.ts";
import { apiRig, failureOf, reader } from "./testing/api-rig.ts";
import type { ApiRig } from "./testing/api-rig.ts";

const PRO = '[roles]\nescalation = "other/n:high"\n';

async function begun(rig: ApiRig) {
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  const ask = async (message: string): Promise<void> => {
    await client.call("chat.send", { sessionKey, message });
    await events.next("turn.finished");
  };
  const run = (name: string, args = "") => client.call("command.run", { sessionKey, name, args });
  const wires = () => rig.server.requests.flatMap(({ wire }) => wire ?? []);
  return { client, sessionKey, events, ask, run, wires };
}

test("ESC-1: /pro is for the next turn only, can be said twice and taken back", async () => {
  await using rig = await apiRig(() => say("Yes."), {}, PRO);
  const { sessionKey, events, ask, run, wires } = await begun(rig);
  expect((await run("pro")).text).toBe("next turn: other/n, thinking level high");
  expect(await events.next("model.changed")).toMatchObject({ model: "other/n", temporary: true });
  await run("pro");
  await ask("hard");
  await ask("easy");
  expect(wires()).toEqual(["openai-chat", "anthropic"]);
  const levels = events.seen.flatMap(({ event }) =>
    event.type === "thinking.changed" ? [[event.thinking, event.temporary]] : [],
  );
  expect(levels).toEqual([
    ["high", true],
    [null, false],
  ]);
  await run("pro");
  expect((await run("pro", "off")).text).toBe("model: mock/m");
  await ask("easy too");
  expect(wires().at(-1)).toBe("anthropic");
  expect(await failureOf(run("pro", "max"))).toMatchObject({ code: "invalid" });
  const started = events.seen.flatMap(({ event }) =>
    event.type === "turn.started" ? [event.model] : [],
  );
  expect(started).toEqual(["other/n", "mock/m", "mock/m"]);
  await rig.api.close();
  const read = await sessionStore(rig.host.home).read(sessionKey);
  const changes = read.tree.branch().flatMap((entry) => {
    return entry.type === "model_change" ? [[entry.model, entry.temporary]] : [];
  });
  expect(changes).toEqual([["other/n", true]]);
  expect(read.state().lasting.model).not.toBe("other/n");
  expect(await rerunSession(rig.host, read)).toMatchObject({ identical: true });
});

test("ESC-1 (part): asked for while a turn runs, it is for the turn after it", async () => {
  // The abort may come before the first request has left: what it was is told by its words.
  await using rig = await apiRig(
    ({ bodyText }) => (bodyText.includes("it is hard") ? say("Yes.") : hang()),
    {},
    PRO,
  );
  const { client, sessionKey, events, ask, run, wires } = await begun(rig);
  await client.call("chat.send", { sessionKey, message: "go" });
  await events.next("step.started");
  expect((await run("pro")).text).toContain("other/n");
  expect((await client.call("sessions.get", { sessionKey })).session.model).toBe("mock/m");
  await run("abort");
  await events.next("turn.aborted");
  await ask("it is hard");
  await ask("it is easy");
  expect(wires().slice(-2)).toEqual(["openai-chat", "anthropic"]);
});

test("MODL-17 (part): /model and /effort are kept for new sessions, a method alone is not", async () => {
  await using rig = await apiRig([]);
  const { client, sessionKey, run } = await begun(rig);
  const file = () => rig.home.read("home/config.toml");
  await client.call("models.set", { sessionKey, model: "other/n" });
  expect(await file()).toContain('default_model = "mock/m"');
  await run("model", "other/n");
  await run("effort", "low");
  expect(await file()).toContain('default_model = "other/n"');
  expect(await file()).toContain('thinking = "low"');
  const { client: later } = await rig.another();
  const { sessionKey: next } = await later.call("sessions.create", {});
  const { session } = await later.call("sessions.get", { sessionKey: next });
  expect(session).toMatchObject({ model: "other/n", thinking: "low" });
  const both = client.call("models.set", { sessionKey, keep: true, temporary: true });
  expect(await failureOf(both)).toMatchObject({ code: "invalid" });
});
