import { expect, test } from "bun:test";
import type { Entry } from "@squire/protocol";
import { rejectionOf } from "@squire/testkit";
import { z } from "zod";
import { eventFaults } from "../../loop/testing/event-faults.ts";
import { defineTool } from "../define-tool.ts";
import { asked, callsRig } from "./testing/calls.ts";

test("C23: consecutive readers run side by side, a writer alone, outcomes in call order (TOOL-10)", async () => {
  const r = callsRig();
  const running = r.run(
    asked("wait", { key: "a" }, "1"),
    asked("wait", { key: "b" }, "2"),
    asked("put", { key: "c" }, "3"),
    asked("wait", { key: "d" }, "4"),
  );
  await Promise.all([r.tools.started("a"), r.tools.started("b")]);
  expect(r.tools.acts).toEqual(["start a", "start b"]);
  r.tools.release("b");
  await r.clock.advance(0);
  expect(r.log.of("tool_result")).toEqual([]);
  r.tools.release("a");
  r.tools.release("d");
  await running;

  expect(r.tools.acts.slice(2)).toEqual(["end b", "end a", "put c", "start d", "end d"]);
  expect(r.log.of("tool_result").map(({ outcome }) => outcome.callId)).toEqual([
    "1",
    "2",
    "3",
    "4",
  ]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("C23: at most eight readers at a time", async () => {
  const r = callsRig();
  const keys = Array.from({ length: 11 }, (_, n) => `k${n}`);
  const running = r.run(...keys.map((key) => asked("wait", { key }, key)));
  await r.clock.advance(0);
  expect(r.tools.acts).toHaveLength(8);
  r.tools.release("k3");
  await r.tools.started("k8");
  for (const key of keys) r.tools.release(key);
  await running;
  expect(r.log.of("tool_result").map(({ outcome }) => outcome.callId)).toEqual(keys);
});

test("TOOL-1: the effect of a call's arguments outranks that of its tool", async () => {
  const order: string[] = [];
  const shell = defineTool({
    name: "shell_like",
    description: "",
    effect: "execute",
    effectOf: ({ command }) => (command === "pwd" ? "read" : "execute"),
    input: z.object({ command: z.string() }),
    async run({ command }) {
      order.push(`start ${command}`);
      await Promise.resolve();
      order.push(`end ${command}`);
      return "";
    },
    toModel: (text) => text,
    summary: ({ command }) => command,
  });
  const r = callsRig({ extra: [shell] });
  const run = (command: string, id: string) => asked("shell_like", { command }, id);
  await r.run(run("pwd", "1"), run("pwd", "2"), run("make", "3"), run("make", "4"));
  expect(order).toEqual([
    "start pwd",
    "start pwd",
    "end pwd",
    "end pwd",
    "start make",
    "end make",
    "start make",
    "end make",
  ]);
  expect(r.log.of("tool_started").map(({ effect }) => effect)).toEqual([
    "read",
    "read",
    "execute",
    "execute",
  ]);
  expect(r.texts()[0]).toBe("(no output)");
});

/** Runs two writers on a log and notes what became durable and what acted, in order. */
async function traced(makeDurable: (write: () => void) => Promise<void>) {
  const trace: string[] = [];
  const writer = defineTool({
    name: "writer",
    description: "",
    effect: "write",
    input: z.object({}),
    run: (_input, { callId }) => {
      trace.push(`acts ${callId}`);
      return "";
    },
    toModel: (text) => text,
    summary: () => "writer",
  });
  const r = callsRig({ extra: [writer] });
  const append = r.log.append.bind(r.log);
  r.log.append = async (draft) => {
    const entry = await append(draft);
    const kept: Entry = entry;
    if (kept.type !== "tool_started") return entry;
    await makeDurable(() => trace.push(`durable ${kept.callId}`));
    return entry;
  };
  await r.run(asked("writer", {}, "1"), asked("writer", {}, "2"));
  await r.clock.advance(0);
  return { r, trace };
}

/** The calls that acted before their record was durable. */
function unrecorded(trace: readonly string[]): readonly string[] {
  return ["1", "2"].filter((id) => trace.indexOf(`acts ${id}`) < trace.indexOf(`durable ${id}`));
}

test("invariant 4: the record is durable before the tool acts", async () => {
  const { r, trace } = await traced(async (write) => {
    await later();
    write();
  });
  expect(trace).toEqual(["durable 1", "acts 1", "durable 2", "acts 2"]);
  expect(unrecorded(trace)).toEqual([]);
  expect(r.log.of("tool_started")[0]).toMatchObject({
    callId: "1",
    name: "writer",
    effect: "write",
    summary: "writer",
    decision: { verdict: "allow" },
    argsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test("invariant 4: a log that acknowledges too early is found out (planted twin)", async () => {
  const { trace } = await traced((write) => {
    void later().then(write);
    return Promise.resolve();
  });
  expect(unrecorded(trace)).toEqual(["1", "2"]);
});

/** One turn of the event loop. */
function later(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("invariant 4: when the log does not take the record, the tool never runs", async () => {
  const r = callsRig();
  r.log.fault = ({ type }) => (type === "tool_started" ? new Error("disk full") : null);
  const error = await rejectionOf(
    r.run(asked("put", { key: "a" }), asked("put", { key: "b" }, "2")),
  );
  expect(String(error)).toContain("disk full");
  expect(r.tools.acts).toEqual([]);
  expect(r.events).toEqual([]);
});

test("when the log fails while others run, they are stopped, and what started also finishes", async () => {
  const r = callsRig();
  r.log.fault = (draft) => (draft.type === "tool_result" ? new Error("gone") : null);
  const running = r.run(asked("look", { key: "a" }), asked("wait", { key: "b" }));
  expect(String(await rejectionOf(running))).toContain("gone");
  expect(r.tools.acts).toEqual(["look a", "start b"]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("TOOL-4: the interceptor stands for the outcome, or lets the call run; a second one replaces it", async () => {
  const r = callsRig();
  r.registry.setInterceptor(() => "never used");
  r.registry.setInterceptor(({ name }) => (name === "put" ? "kept for review" : null));
  await r.run(asked("put", { key: "a" }), asked("look", { key: "b" }));
  expect(r.texts()).toEqual(["kept for review", "saw b"]);
  expect(r.tools.acts).toEqual(["look b"]);
});

test("C5: other spellings of a name find the tool; the outcome answers the name that was called", async () => {
  const read = defineTool({
    name: "read",
    description: "",
    effect: "read",
    input: z.object({ path: z.string() }),
    run: ({ path }) => path,
    toModel: (path) => path,
    summary: ({ path }) => path,
  });
  const r = callsRig({ extra: [read] });
  await r.run(asked("read_file", { path: "x" }), asked("READ", { path: "y" }));
  expect(r.texts()).toEqual(["x", "y"]);
  expect(r.log.of("tool_result")[0]?.outcome.name).toBe("read_file");
  expect(r.log.of("tool_started")[0]?.name).toBe("read");
});

test("RPR-3: a reader runs on mended arguments, and the model is told", async () => {
  const r = callsRig();
  await r.run(asked("look", '{"key":"a"'));
  expect(r.texts()[0]).toStartWith("saw a\n(The arguments were mended before this ran: ");
});

test("TOOL-14: an output may end the turn; nothing else runs in it", async () => {
  const move = defineTool({
    name: "change_place",
    description: "",
    effect: "ask",
    input: z.object({}),
    run: () => "moved",
    toModel: (text) => text,
    details: () => ({ endsTurn: "stop" }),
    summary: () => "one\nline   only",
  });
  const r = callsRig({ extra: [move] });
  const ends = await r.run(asked("change_place", {}), asked("put", { key: "a" }));
  expect(ends.map(({ stop }) => stop)).toEqual(["stop", undefined]);
  expect(r.tools.acts).toEqual([]);
  expect(r.endings()).toEqual(["ran", "interrupted"]);
  expect(r.log.of("tool_started")[0]?.summary).toBe("one line only");
  expect(r.log.of("tool_result")[0]?.details).not.toHaveProperty("endsTurn");
});

test("TOOL-3: progress reaches the faces while the call runs, and not after", async () => {
  let late = (_message: string): void => {};
  const chatty = defineTool({
    name: "chatty",
    description: "",
    effect: "read",
    input: z.object({}),
    run(_input, { report }) {
      report("half way");
      late = report;
      return "done";
    },
    toModel: (text) => text,
    summary: () => "chatty",
  });
  const r = callsRig({ extra: [chatty] });
  await r.run(asked("chatty", {}));
  late("too late");
  expect(r.events.filter(({ type }) => type === "tool.updated")).toEqual([
    {
      type: "tool.updated",
      runId: "run1",
      callId: "chatty_1",
      name: "chatty",
      message: "half way",
    },
  ]);
});
