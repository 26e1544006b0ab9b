import { describe, expect, test } from "bun:test";
import type { HostConnection } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import { isMethodName } from "@squire/protocol/wire";
import { call, hang, say } from "@squire/testkit";
import { apiRig, failureOf, reader } from "../testing/api-rig.ts";
import { commandInfos, findCommand } from "./table.ts";

/** Of CMD-1, those that need a part which is not built yet. */
const LATER = "preset share mcp hooks skills agents".split(" ");
const CMD_1 =
  "help mode trust plan model effort pro preset budget compact new clear forget resume history tree branch fork rewind undo apply discard retry abort save export share memory mcp hooks skills agents jobs kill cwd cost stats context why permissions login logout settings theme copy title todo search doctor quit".split(
    " ",
  );

describe("CMD-1", () => {
  test("CMD-1 (part): every command whose part exists is in the table, once", () => {
    const infos = commandInfos();
    const names = infos.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of CMD_1)
      expect([name, names.includes(name)]).toEqual([name, !LATER.includes(name)]);
    for (const { description, name } of infos) {
      expect(name).toMatch(/^[a-z]+$/);
      expect(description.length).toBeGreaterThan(3);
    }
  });

  test("CMD-1 (part): none of them reaches the model, and none fails in a strange way", async () => {
    await using rig = await apiRig([call("read", { path: "a" }), say("Hi.")], { a: "1\n" });
    const { client } = rig;
    const sessionKey = await rig.session();
    const events = reader(client.events(sessionKey));
    await client.call("chat.send", { sessionKey, message: "hi" });
    await events.next("turn.finished");
    const questions = () => rig.server.requests.filter(({ wire }) => wire !== null).length;
    const asked = questions();
    const hosts = commandInfos().filter(({ where }) => where === "host");
    // To ask again and to summarise are two's very work; the third ends the session.
    const silent = hosts.filter(({ name }) => !["retry", "compact", "forget"].includes(name));
    for (const { name } of silent) {
      for (const args of ["", "nonsense"]) {
        // These do what they are told with any words.
        if (args !== "" && ["plan", "title", "save", "research"].includes(name)) continue;
        const ran = client.call("command.run", { sessionKey, name, args });
        const result = await ran.catch((error: unknown) => error);
        if (result instanceof Error) expect(result).toBeInstanceOf(HostError);
        if (result instanceof HostError) expect(result.failure.code).not.toBe("internal");
        await client.call("sessions.get", { sessionKey });
      }
    }
    expect(questions()).toBe(asked);
  });

  test("CMD-1 (part): a slip of the finger is answered with what was meant", async () => {
    await using rig = await apiRig([]);
    const sessionKey = await rig.session();
    const run = (name: string) => rig.client.call("command.run", { sessionKey, name });
    expect(await failureOf(run("modle"))).toMatchObject({
      advice: expect.stringContaining("/mode"),
    });
    expect(await failureOf(run("theme"))).toMatchObject({ code: "unsupported" });
    expect((await run("/cost")).text).toContain("session:");
  });
});

test("TUI-5 (part): what a face does by key can be typed", () => {
  const names = commandInfos().flatMap(({ name, aliases }) => [name, ...aliases]);
  const keys = {
    "Shift+Tab": "mode",
    "Alt+T": "trust",
    Esc: "abort",
    "Esc Esc": "rewind",
    "Ctrl+D": "quit",
    "Alt+Enter": "queue",
    "Ctrl+O": "expand",
    "Ctrl+T": "thoughts",
    "Ctrl+P": "model",
    "Ctrl+L": "model",
    "Ctrl+G": "editor",
    "Ctrl+Z": "suspend",
  };
  for (const name of Object.values(keys)) expect(names).toContain(name);
});

/** Words for commands that do nothing without some. */
const ARGS: Readonly<Record<string, string>> = {
  resume: "none",
  rewind: "1",
  search: "hi",
  kill: "job_1",
  allow: "true",
  logout: "anthropic",
  settings: "tui.theme",
};

test("TUI-5 (part): behind every command of the host there is a method that any face can call", async () => {
  await using rig = await apiRig(() => say("Yes."), { a: "1\n" });
  const { client } = rig;
  const hosts = commandInfos().filter(({ where }) => where === "host");
  for (const { name } of hosts) {
    const sessionKey = await rig.session();
    const called: string[] = [];
    const spy: HostConnection["call"] = (method, params) => {
      called.push(method);
      return client.call(method, params);
    };
    const scene = { sessionKey, args: ARGS[name] ?? "", call: spy };
    // What comes of it is said above; here only how it is done.
    await findCommand(name)
      .run(scene)
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(HostError);
      });
    expect([name, called.length]).not.toEqual([name, 0]);
    expect(called.filter((method) => !isMethodName(method))).toEqual([]);
    expect(called).not.toContain("command.run");
    await client.call("chat.abort", { sessionKey }).catch(() => {});
  }
});

test("commands that need the session for themselves wait for no turn: they say so", async () => {
  await using rig = await apiRig([hang()]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "go" });
  await events.next("step.started");
  const run = (name: string) => client.call("command.run", { sessionKey, name });
  expect(await failureOf(run("compact"))).toMatchObject({ code: "busy", retryable: true });
  expect((await run("cost")).text).not.toBe("");
  await run("abort");
  await events.next("turn.aborted");
});
