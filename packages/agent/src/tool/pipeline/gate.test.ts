import { expect, test } from "bun:test";
import type { ApprovalAnswer, ApprovalRequest, Decision } from "@squire/protocol";
import { eventFaults } from "../../loop/testing/event-faults.ts";
import { asked, callsRig } from "./testing/calls.ts";

const DENY: Decision = {
  verdict: "deny",
  trail: [
    { stage: "floor", verdict: null, reason: "nothing found" },
    { stage: "rule", verdict: "deny", reason: "put is forbidden here", rule: "put" },
  ],
};
const ASK: Decision = {
  verdict: "ask",
  trail: [{ stage: "trust", verdict: "ask", reason: "review asks before edits" }],
  suggestedRule: "put(a)",
};

test("PERM-7: a denied call does not run and the model is told why", async () => {
  const r = callsRig({ ports: { gate: () => DENY } });
  await r.run(asked("put", { key: "a" }));
  expect(r.tools.acts).toEqual([]);
  expect(r.texts()).toEqual(["Blocked: put is forbidden here"]);
  expect(r.endings()).toEqual(["denied"]);
  expect(r.log.types()).toEqual(["approval", "tool_result"]);
  expect(r.log.of("approval")[0]).toMatchObject({
    state: "denied",
    toolName: "put",
    decision: DENY,
  });
  expect(eventFaults(r.events)).toEqual([]);
});

test("invariant 6: a gate that fails denies", async () => {
  const r = callsRig({
    ports: {
      gate: () => {
        throw new Error("cannot parse");
      },
    },
  });
  await r.run(asked("put", { key: "a" }));
  expect(r.tools.acts).toEqual([]);
  expect(r.texts()).toEqual(["Blocked: the call could not be judged (cannot parse)"]);
});

test("PERM-10: what asks waits for the answer; both are in the log; an approval covers what runs", async () => {
  const requests: ApprovalRequest[] = [];
  const answer: ApprovalAnswer = { verdict: "approve", scope: "once", by: "tui" };
  const r = callsRig({
    ports: {
      gate: () => ASK,
      approve: (request) => {
        expect(r.log.types()).toEqual(["approval"]);
        requests.push(request);
        return Promise.resolve(answer);
      },
    },
  });
  await r.run(asked("put", { key: "a" }));
  expect(r.tools.acts).toEqual(["put a"]);
  expect(requests).toEqual([
    {
      approvalId: "id_1",
      callId: "put_1",
      toolName: "put",
      summary: "put a",
      details: [
        { label: "key", text: "a", format: "plain" },
        { label: "folder", text: "/ws", format: "plain" },
        { label: "effect", text: "write", format: "plain" },
        { label: "why", text: "review asks before edits", format: "plain" },
      ],
      risk: "med",
      reason: "review asks before edits",
      covers: expect.stringMatching(/^[0-9a-f]{64}$/),
      suggestedRule: "put(a)",
    },
  ]);
  expect(r.log.types()).toEqual(["approval", "approval", "tool_started", "tool_result"]);
  expect(r.log.of("approval")[1]).toMatchObject({ state: "answered", approvalId: "id_1", answer });
  expect(r.events.map(({ type }) => type)).toEqual([
    "approval.requested",
    "approval.answered",
    "tool.started",
    "tool.finished",
  ]);
});

test("invariant 6: other arguments, another cover", async () => {
  const covers: string[] = [];
  const r = callsRig({
    ports: {
      gate: () => ASK,
      approve: ({ covers: cover }) => {
        covers.push(cover);
        return Promise.resolve({ verdict: "deny", by: "tui", reason: "not now" });
      },
    },
  });
  await r.run(asked("put", { key: "a" }), asked("put", { key: "b" }, "2"));
  await r.run(asked("put", { key: "a" }, "3"));
  expect(covers[0]).not.toBe(covers[1] ?? "");
  expect(covers[0]).toBe(covers[2] ?? "");
  expect(r.texts()).toEqual(["Denied: not now", "Denied: not now", "Denied: not now"]);
  expect(r.tools.acts).toEqual([]);
});

test("C8: with nobody to ask it is denied, said so, and remembered", async () => {
  const r = callsRig({ ports: { gate: () => ASK, approve: null } });
  const [end] = await r.run(asked("put", { key: "a" }));
  expect(r.tools.acts).toEqual([]);
  expect(r.texts()[0]).toStartWith("Denied: approval was needed and nobody was there to give it");
  expect(end?.needed).toEqual({
    callId: "put_1",
    toolName: "put",
    summary: "put a",
    suggestedRule: "put(a)",
  });
  const [entry] = r.log.of("approval");
  expect(entry).toMatchObject({ state: "denied", decision: { verdict: "deny" } });
  expect(JSON.stringify(entry)).toContain('"stage":"headless"');
});

test("LOOP-9: an abort ends the waiting for an answer", async () => {
  const r = callsRig({
    ports: { gate: () => ASK, approve: () => new Promise<never>(() => {}) },
  });
  const running = r.run(asked("put", { key: "a" }), asked("put", { key: "b" }, "2"));
  await r.clock.advance(0);
  r.abort.abort();
  await running;
  expect(r.tools.acts).toEqual([]);
  expect(r.endings()).toEqual(["interrupted", "interrupted"]);
  expect(r.log.of("approval")[1]).toMatchObject({ answer: { verdict: "deny", by: "abort" } });
  expect(eventFaults(r.events)).toEqual([]);
});

test("an approver that breaks is a no", async () => {
  const r = callsRig({
    ports: { gate: () => ASK, approve: () => Promise.reject(new Error("socket closed")) },
  });
  await r.run(asked("put", { key: "a" }));
  expect(r.tools.acts).toEqual([]);
  expect(r.texts()).toEqual(["Denied: socket closed"]);
});

test("PERM-18: hooks block before the gate is asked, and a broken hook blocks too", async () => {
  const judged: string[] = [];
  const seen: string[] = [];
  const hooks = {
    before: ({ args }: { readonly args: { readonly [key: string]: unknown } }) => {
      if (args["key"] === "broken") return Promise.reject(new Error("exit 1"));
      return Promise.resolve(args["key"] === "a" ? "not on a Friday" : null);
    },
    after: ({ callId }: { readonly callId: string }) => {
      seen.push(callId);
      return Promise.reject(new Error("late trouble"));
    },
  };
  const gate = ({ callId }: { readonly callId: string }): Decision => {
    judged.push(callId);
    return { verdict: "allow", trail: [] };
  };
  const r = callsRig({ ports: { hooks, gate } });
  await r.run(
    asked("put", { key: "a" }, "1"),
    asked("put", { key: "broken" }, "2"),
    asked("put", { key: "c" }, "3"),
  );
  expect(r.texts()).toEqual([
    "Blocked: not on a Friday",
    "Blocked: a hook failed: exit 1",
    "put c",
  ]);
  expect(judged).toEqual(["3"]);
  expect(seen).toEqual(["3"]);
  expect(r.events.at(-1)).toMatchObject({ type: "warning.raised", code: "hook.failed" });
});

test("invariant 8: what a mode forbids has no executor, whatever gate and user say", async () => {
  const r = callsRig({
    scope: { mode: "plan" },
    ports: { approve: () => Promise.resolve({ verdict: "approve", scope: "always", by: "me" }) },
  });
  await r.run(asked("put", { key: "a" }), asked("deaf", {}), asked("look", { key: "b" }));
  expect(r.endings()).toEqual(["refused", "refused", "ran"]);
  expect(r.tools.acts).toEqual(["look b"]);
  const none = callsRig({ scope: { mode: "plan", planTools: "none" } });
  await none.run(asked("look", { key: "b" }), asked("stop", {}));
  expect(none.endings()).toEqual(["refused", "ran"]);
});

test("TOOL-5: in plan mode a call that changes something does not run, and the model can act on that", async () => {
  const plan = callsRig({ scope: { mode: "plan" } });
  await plan.run(asked("put", { key: "a" }), asked("look", { key: "b" }));
  expect(plan.tools.acts).toEqual(["look b"]);
  expect(plan.endings()).toEqual(["refused", "ran"]);
  const [refusal] = plan.texts();
  expect(refusal).toBe(
    "put was not run: in plan mode nothing may be changed. Use tools that only read, and describe the change instead of making it.",
  );
  // Not even started: no record, no snapshot, nothing to take back.
  expect(plan.log.types().filter((type) => type === "tool_started")).toHaveLength(1);
  // The twin: the same call in code mode runs.
  const code = callsRig({ scope: { mode: "code" } });
  await code.run(asked("put", { key: "a" }));
  expect(code.tools.acts).toEqual(["put a"]);
});

test("LOOP-9: a call that is allowed after the abort does not run, and the next is not even judged", async () => {
  const judged: string[] = [];
  const r = callsRig({
    ports: {
      gate: async ({ callId }): Promise<Decision> => {
        judged.push(callId);
        await Promise.resolve();
        r.abort.abort();
        return { verdict: "allow", trail: [] };
      },
    },
  });
  await r.run(asked("put", { key: "a" }, "1"), asked("put", { key: "b" }, "2"));
  expect(judged).toEqual(["1"]);
  expect(r.tools.acts).toEqual([]);
  expect(r.endings()).toEqual(["interrupted", "interrupted"]);
  expect(r.log.types()).not.toContain("tool_started");
});
