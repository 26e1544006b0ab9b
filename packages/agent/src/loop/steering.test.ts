import { expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import type { QueueItem } from "@squire/protocol";
import { call, fail, hang, rejectionOf, reply, say, ScriptedModel } from "@squire/testkit";
import { AgentBusy } from "./agent-busy.ts";
import { eventFaults } from "./testing/event-faults.ts";
import { historyFaults } from "./testing/history-faults.ts";
import { rig } from "./testing/rig.ts";
import { testTools } from "./testing/tools.ts";

test("LOOP-7: one request at a time: a prompt during a turn is refused", async () => {
  const r = rig([say("a"), say("b")]);
  const first = r.ask("one");
  expect(r.agent.running).toBe(true);
  const refused = await rejectionOf(r.ask("two"));
  expect(refused).toBeInstanceOf(AgentBusy);
  expect(refused).toMatchObject({ failure: { code: "busy" } });
  await first;
  expect(r.agent.running).toBe(false);
  expect(await r.ask("two")).toMatchObject({ status: "finished" });
});

test("LOOP-7: steering is heard after the current call; the calls behind it do not run", async () => {
  const tools = testTools();
  const calls = reply(call("slow_put", { key: "one" }), call("put", { key: "two" }));
  const r = rig([calls, say("As you wish.")], { tools: tools.all });
  const turn = r.ask("go");
  await tools.started("one");
  await r.agent.steer(userText("stop after this"));
  tools.release("one");
  const { runId } = await turn;

  expect(tools.acts).toEqual(["start one", "end one"]);
  expect(r.model.requests[1]?.messages.slice(2)).toEqual([
    outcome("call_1", "slow_put", "waited one", false),
    outcome(
      "call_2",
      "put",
      "Interrupted, not run: the user has sent a message. Read it before you go on.",
      true,
    ),
    userText("stop after this"),
  ]);
  const queued = r.log.of("queued")[0];
  expect(queued).toMatchObject({ delivery: "steer", message: userText("stop after this") });
  expect(r.log.of("message").at(-2)).toMatchObject({ queueId: queued?.queueId, runId });
  expect(r.agent.queue).toEqual([]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("LOOP-7: steering while a reply comes in stops all of its calls", async () => {
  const tools = testTools();
  const r = rig([reply(say("Now"), call("put", { key: "a" })), say("ok")], {
    tools: tools.all,
    onEvent: (event, agent) => {
      if (event.type === "text.delta" && agent.queue.length === 0) {
        void agent.steer(userText("no!"));
      }
    },
  });
  await r.ask("go");
  expect(tools.acts).toEqual([]);
  expect(r.model.requests[1]?.messages.at(-1)).toEqual(userText("no!"));
});

test("LOOP-7: steering during the last reply keeps the turn going, in the same run", async () => {
  let steered = false;
  const r = rig([say("Done."), say("That too.")], {
    onEvent: (event, agent) => {
      if (event.type !== "text.delta" || steered) return;
      steered = true;
      void agent.steer(userText("and this"));
    },
  });
  const result = await r.ask("go");
  expect(result).toMatchObject({ status: "finished", text: "That too.", steps: 2 });
  expect(r.story().filter((type) => type === "turn.started")).toHaveLength(1);
});

test("LOOP-8: queued messages come one at a time, or all at once", async () => {
  for (const queueMode of ["one-at-a-time", "all"] as const) {
    const tools = testTools();
    const r = rig([call("wait", { key: "x" }), say("a"), say("b")], {
      tools: tools.all,
      settings: { queueMode },
    });
    const turn = r.ask("go");
    await tools.started("x");
    await r.agent.steer(userText("first"));
    await r.agent.steer(userText("second"));
    tools.release("x");
    await turn;
    const second = r.model.requests[1]?.messages.slice(3) ?? [];
    const both = [userText("first"), userText("second")];
    expect(second).toEqual(queueMode === "all" ? both : both.slice(0, 1));
    expect(r.model.requests).toHaveLength(queueMode === "all" ? 2 : 3);
  }
});

test("LOOP-7: follow-ups wait for the end of the turn and are turns of their own", async () => {
  const tools = testTools();
  const r = rig([call("wait", { key: "x" }), say("first done"), say("second done"), say("third")], {
    tools: tools.all,
  });
  const turn = r.ask("one");
  await tools.started("x");
  await r.agent.followUp(userText("two"));
  await r.agent.followUp(userText("three"));
  tools.release("x");
  expect(await turn).toMatchObject({ text: "first done" });
  await r.agent.whenIdle();

  expect(r.model.requests[1]?.messages.at(-1)).toMatchObject({ role: "tool" });
  expect(r.model.requests[2]?.messages.at(-1)).toEqual(userText("two"));
  expect(r.model.requests[3]?.messages.at(-1)).toEqual(userText("three"));
  const runs = r.log
    .of("message")
    .flatMap(({ message, runId }) => (message.role === "user" ? [runId] : []));
  expect(new Set(runs).size).toBe(3);
  expect(r.agent.queue).toEqual([]);
  expect(eventFaults(r.events)).toEqual([]);
  r.model.assertDone();
});

test("steering and follow-ups that interleave reach the right turn, in order", async () => {
  const tools = testTools();
  const r = rig([call("wait", { key: "x" }), say("a"), say("b"), say("c")], { tools: tools.all });
  const turn = r.ask("one");
  await tools.started("x");
  await r.agent.followUp(userText("later"));
  await r.agent.steer(userText("now"));
  await r.agent.steer(userText("now too"));
  tools.release("x");
  await turn;
  await r.agent.whenIdle();
  const heard = r.log
    .of("message")
    .flatMap(({ message }) => (message.role === "user" ? message.content : []))
    .map((block) => (block.type === "text" ? block.text : ""));
  expect(heard).toEqual(["one", "now", "now too", "later"]);
  expect(historyFaults(r.log.view())).toEqual([]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("LOOP-7: replace stops the running request and begins anew", async () => {
  const r = rig([reply(say("Wrong way"), hang()), say("Right way.")]);
  const turn = r.ask("go left");
  await r.clock.advance(0);
  await r.agent.replace(userText("go right"));
  expect(await turn).toMatchObject({ status: "aborted", partialSaved: true });
  await r.agent.whenIdle();
  expect(r.model.requests[1]?.messages.at(-1)).toEqual(userText("go right"));
  expect(r.story().filter((type) => type === "turn.started")).toHaveLength(2);
  expect(historyFaults(r.model.requests[1]?.messages ?? [])).toEqual([]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("whatever is sent while nothing runs becomes a turn", async () => {
  const r = rig([say("a"), say("b"), say("c")]);
  for (const send of ["steer", "followUp", "replace"] as const) {
    await r.agent[send](userText(send));
    await r.agent.whenIdle();
  }
  expect(r.model.requests.map(({ messages }) => messages.at(-1))).toEqual([
    userText("steer"),
    userText("followUp"),
    userText("replace"),
  ]);
});

test("SES-18: a failed turn leaves what waits in the queue; a withdrawn message is never sent", async () => {
  const tools = testTools();
  const r = rig([call("wait", { key: "x" }), fail("auth", "no key"), say("ok"), say("late")], {
    tools: tools.all,
  });
  const turn = r.ask("one");
  await tools.started("x");
  const gone = await r.agent.followUp(userText("never mind"));
  await r.agent.followUp(userText("later"));
  expect(await r.agent.withdraw(gone)).toBe(true);
  expect(await r.agent.withdraw(gone)).toBe(false);
  tools.release("x");
  expect(await turn).toMatchObject({ status: "failed" });
  expect(r.agent.queue).toHaveLength(1);
  expect(r.log.of("queued").at(-1)).toMatchObject({ queueId: gone, message: null });

  await r.ask("again");
  await r.agent.whenIdle();
  expect(r.model.requests.at(-1)?.messages.at(-1)).toEqual(userText("later"));
  expect(JSON.stringify(r.model.requests)).not.toContain("never mind");
});

test("SES-9: what waited when the session was closed is still there", async () => {
  const r = rig([say("a"), say("b")], {
    queue: [{ queueId: "q1", message: userText("left over"), delivery: "follow_up" }],
  });
  await r.ask("hello");
  await r.agent.whenIdle();
  expect(r.model.requests[1]?.messages.at(-1)).toEqual(userText("left over"));
  expect(r.log.of("message").at(-2)).toMatchObject({ queueId: "q1" });
});

test("SES-9, SES-18: steering that a dead process left goes first, what should follow comes after", async () => {
  const item = (queueId: string, delivery: QueueItem["delivery"]): QueueItem => ({
    queueId,
    message: userText(queueId),
    delivery,
  });
  const queue = [item("later", "follow_up"), item("now", "steer"), item("instead", "replace")];
  const r = rig([call("look", { key: "a" }), say("a"), say("b")], { queue });
  expect(r.agent.queue).toEqual(queue);
  expect(await r.ask("hello")).toMatchObject({ text: "a" });
  await r.agent.whenIdle();
  const [first, , last] = r.model.requests.map(({ messages }) => messages);
  expect(first).toEqual([userText("now"), userText("instead"), userText("hello")]);
  expect(last?.at(-1)).toEqual(userText("later"));
  expect(r.log.of("message").flatMap(({ queueId }) => queueId ?? [])).toEqual([
    "now",
    "instead",
    "later",
  ]);
  expect(r.agent.queue).toEqual([]);
});

test("a message that the log does not take is not queued", async () => {
  const r = rig([hang()]);
  const turn = r.ask("go");
  await r.clock.advance(0);
  r.log.fault = () => new Error("disk full");
  expect(String(await rejectionOf(r.agent.steer(userText("lost?"))))).toContain("disk full");
  expect(r.agent.queue).toEqual([]);
  r.log.fault = null;
  await r.agent.abort();
  await turn;
});

test("steering at every event of a turn is heard exactly once and breaks nothing", async () => {
  const script = [
    reply(say("Look."), call("look", { key: "a" }), call("put", { key: "b" })),
    call("look", { key: "c" }),
    say("Done."),
    say("Done."),
    say("Done."),
  ];
  const whole = rig(script);
  await whole.ask("go");
  for (let at = 1; at <= whole.events.length; at++) {
    let count = 0;
    const r = rig([], {
      ports: { model: () => model },
      onEvent: (_event, agent) => {
        if (++count === at) void agent.steer(userText("psst"));
      },
    });
    const model = new ScriptedModel(...script);
    await r.ask("go");
    await r.clock.advance(0);
    await r.agent.whenIdle();
    const heard = r.log
      .of("message")
      .filter(({ message }) => JSON.stringify(message).includes("psst"));
    expect([at, heard.length]).toEqual([at, 1]);
    expect([at, ...eventFaults(r.events), ...historyFaults(r.log.view())]).toEqual([at]);
  }
});

function outcome(callId: string, name: string, text: string, failed: boolean) {
  return {
    role: "tool" as const,
    callId,
    name,
    content: [{ type: "text" as const, text }],
    failed,
  };
}

test("steering that could not be stored waits on", async () => {
  const tools = testTools();
  const r = rig([call("wait", { key: "x" }), say("ok"), say("heard")], { tools: tools.all });
  const turn = r.ask("go");
  await tools.started("x");
  await r.agent.steer(userText("listen"));
  r.log.fault = (draft) => (draft.type === "message" ? new Error("full") : null);
  tools.release("x");
  expect(await turn).toMatchObject({ status: "failed", failure: { code: "storage" } });
  expect(r.agent.queue.map(({ message }) => message)).toEqual([userText("listen")]);
  r.log.fault = null;
  await r.ask("again");
  await r.agent.whenIdle();
  expect(r.model.requests.at(-1)?.messages.at(-1)).toEqual(userText("listen"));
});

test("steering that an abort left behind does not cut into the next turn", async () => {
  const tools = testTools();
  const r = rig(
    [call("wait", { key: "x" }), call("put", { key: "a" }), say("done"), say("heard")],
    { tools: tools.all },
  );
  const turn = r.ask("one");
  await tools.started("x");
  await r.agent.steer(userText("left over"));
  await r.agent.abort();
  expect(await turn).toMatchObject({ status: "aborted" });
  expect(r.agent.queue).toMatchObject([{ delivery: "follow_up" }]);
  expect(await r.ask("two")).toMatchObject({ text: "done" });
  expect(tools.acts).toContain("put a");
  await r.agent.whenIdle();
  expect(r.model.requests.at(-1)?.messages.at(-1)).toEqual(userText("left over"));
});
