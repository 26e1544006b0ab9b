import { describe, expect, test } from "bun:test";
import { textOf, userText } from "@squire/protocol";
import type { AssistantMessage } from "@squire/protocol";
import { call, fail, hang, reply, say } from "@squire/testkit";
import type { GuidedStep, TurnGuide } from "./guide.ts";
import { eventFaults } from "./testing/event-faults.ts";
import { historyFaults } from "./testing/history-faults.ts";
import { rig } from "./testing/rig.ts";
import type { RigOptions } from "./testing/rig.ts";

type Parts = Partial<TurnGuide>;

/** A guide that asks for nothing but what a test wants. */
function guided(replies: Parameters<typeof rig>[0], parts: Parts, options: RigOptions = {}) {
  const ends: string[] = [];
  const guide: TurnGuide = {
    next: () => Promise.resolve({}),
    settle: (message) => Promise.resolve(message),
    goesOn: () => false,
    failed: () => false,
    wrapUp: () => false,
    end: (how) => {
      ends.push(how);
      return false;
    },
    ...parts,
  };
  const r = rig(replies, { ...options, ports: { guide: () => guide, ...options.ports } });
  return { ...r, ends };
}

const said = (message: AssistantMessage, text: string): AssistantMessage => ({
  ...message,
  content: [{ type: "text", text }],
});

/** Whatever a guide does, the turn stays an ordinary one. */
function expectSound({ events, log }: Pick<ReturnType<typeof rig>, "events" | "log">): void {
  expect(eventFaults(events)).toEqual([]);
  expect(historyFaults(log.view())).toEqual([]);
}

describe("RES-2 (part): a guide leads a turn", () => {
  test("what it says stands before the request, and tools are there as it wants", async () => {
    const steps: GuidedStep[] = [{}, { say: userText("[now write]"), tools: false }];
    let part = 0;
    const r = guided([call("look", { key: "a" }), say("written")], {
      next: (step) => Promise.resolve(steps[step - 1] ?? {}),
      goesOn: () => part++ < 0,
    });
    const result = await r.ask("go");
    expect(result).toMatchObject({ status: "finished", text: "written" });
    expect(r.model.requests[0]?.tools.length).toBeGreaterThan(0);
    expect(r.model.requests[1]?.tools).toEqual([]);
    const last = r.model.requests[1]?.messages.at(-1);
    expect(last?.role === "user" ? textOf(last) : "").toBe("[now write]");
    expect(r.log.of("message").find(({ synthetic }) => synthetic)).toBeDefined();
    expect(r.ends).toEqual(["finished"]);
    expectSound(r);
  });

  test("what it keeps of an answer is in the log, in the events and in the next request", async () => {
    let rounds = 0;
    const r = guided([say("draft"), say("second")], {
      settle: (message) => Promise.resolve(said(message, `checked ${textOf(message)}`)),
      goesOn: () => ++rounds < 2,
      next: (step) => Promise.resolve(step === 1 ? {} : { say: userText("[again]") }),
    });
    const result = await r.ask("go");
    expect(result.text).toBe("checked second");
    expect(JSON.stringify(r.model.requests[1]?.messages)).toContain("checked draft");
    expect(JSON.stringify(r.log.of("message"))).not.toContain('"draft"');
    expectSound(r);
  });

  test("it cuts a reply and a call short without ending the turn", async () => {
    const cuts = [new AbortController(), new AbortController()];
    const r = guided(
      [reply(say("so f"), hang()), call("wait", { key: "w" }), say("done")],
      {
        next: (step) => {
          const signal = cuts[step - 1]?.signal;
          return Promise.resolve(signal === undefined ? {} : { signal });
        },
      },
      {
        onEvent: ({ type }) => {
          if (type === "text.delta") queueMicrotask(() => cuts[0]?.abort());
          if (type === "tool.started") queueMicrotask(() => cuts[1]?.abort());
        },
      },
    );
    const result = await r.ask("go");
    expect(result).toMatchObject({ status: "finished", text: "done" });
    expect(r.log.of("message").some(({ status }) => status === "aborted")).toBe(true);
    expect(r.log.of("tool_result")).toMatchObject([{ details: { ending: "aborted" } }]);
    expectSound(r);
  });

  test("it answers by itself: nobody is asked, and the turn is over", async () => {
    const r = guided([call("look", { key: "a" })], {
      next: (step) => Promise.resolve(step === 1 ? {} : { answer: "from notes" }),
    });
    expect(await r.ask("go")).toMatchObject({
      status: "finished",
      reason: "stop",
      text: "from notes",
    });
    expect(r.model.requests).toHaveLength(1);
    expectSound(r);
  });

  test("it goes on where the model failed, or does not", async () => {
    const broken = reply(say("a"), fail("refused", "no"));
    const on = guided([broken, say("after all")], { failed: () => true });
    expect(await on.ask("go")).toMatchObject({ status: "finished", text: "after all" });
    const off = guided([broken], {});
    expect(await off.ask("go")).toMatchObject({ status: "failed" });
    expect([on.ends, off.ends]).toEqual([["finished"], ["failed"]]);
    expectSound(on);
    expectSound(off);
  });

  test("it brings a turn to its end at a limit, and is not held up again there", async () => {
    let over = false;
    let rounds = 0;
    const r = guided(
      [call("look", { key: "a" }), say("first"), say("last")],
      {
        wrapUp: () => (over = true),
        next: () => Promise.resolve(over ? { tools: false, say: userText("[end]") } : {}),
        goesOn: () => over && ++rounds < 2,
      },
      { settings: { maxSteps: 1 } },
    );
    expect(await r.ask("go")).toMatchObject({ status: "finished", reason: "stop", text: "last" });
    expectSound(r);
  });

  test("LOOP-9 (part): what it has kept counts when the user stops the turn", async () => {
    const r = guided(
      [hang()],
      { end: () => true },
      {
        onEvent: ({ type }, agent) => {
          if (type === "step.started") queueMicrotask(() => void agent.abort());
        },
      },
    );
    expect(await r.ask("go")).toMatchObject({ status: "aborted", partialSaved: true });
    expectSound(r);
  });
});
