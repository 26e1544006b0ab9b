import { expect, test } from "bun:test";
import type { AgentEvent, ApprovalAnswer, EntryDraft } from "@squire/protocol";
import { systemClock } from "@squire/platform";
import { call, FakeClock, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { hostFor, readBack, rerun, talk, type RigInput } from "../session/testing/live-rig.ts";
import { sessionStore } from "../sessions.ts";
import { approvalTimes } from "./approval-times.ts";
import { Approvals } from "./approvals.ts";

const PUT = call("write", { path: "b.txt", content: "two\n" });

function broker(): Approvals {
  return new Approvals({ clock: systemClock, timeoutMs: null, unattendedMs: null });
}

/** Answers as soon as something is asked. */
function answering(approvals: Approvals, answer: ApprovalAnswer) {
  return (event: AgentEvent): void => {
    if (event.type !== "approval.requested") return;
    const { approvalId } = event.request;
    // The request is told before it is put to anybody.
    queueMicrotask(() => expect(approvals.answer(approvalId, answer)?.ok).toBe(true));
  };
}

test("PERM-10 (part): a yes from a client lets the call run, and the log has both", async () => {
  await using server = await startScriptedServer([PUT, say("done")]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const rig: RigInput = { server, home };
  const approvals = broker();
  const answer = { verdict: "approve", scope: "once", by: "tui" } as const;
  const { id, events } = await talk(rig, ["go"], {
    yes: false,
    approve: approvals.approve,
    onEvent: answering(approvals, answer),
  });
  expect(await home.read("work/b.txt")).toBe("two\n");
  const asked = events.find(({ type }) => type === "approval.requested");
  expect(asked).toMatchObject({
    request: {
      toolName: "write",
      suggestedRule: "write(*)",
      details: [
        { label: "path", text: "b.txt" },
        { label: "content", text: "two\n" },
        { label: "folder", text: home.path("work") },
        { label: "effect", text: "write" },
        { label: "why" },
      ],
    },
  });
  expect(await rerun(rig, id)).toMatchObject({ identical: true, steps: 2 });
});

test("PERM-11: a question outlives the client it was shown to; unseen at a gateway it is a no after 300 s", async () => {
  const other = call("write", { path: "c.txt", content: "three\n" });
  await using server = await startScriptedServer([PUT, say("done"), other, say("I could not.")]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const clock = new FakeClock(0);
  const times = approvalTimes({ approvals: {} }, "gateway");
  const approvals = new Approvals({ clock, ...times });
  const first = approvals.attach();
  await talk({ server, home }, ["go"], {
    yes: false,
    approve: approvals.approve,
    onEvent: (event) => {
      if (event.type !== "approval.requested") return;
      queueMicrotask(() => {
        // The first client goes; the next one sees what waits, and answers.
        first[Symbol.dispose]();
        using _next = approvals.attach();
        const [waiting] = approvals.pending();
        const answer = { verdict: "approve", scope: "once", by: "web" } as const;
        expect(approvals.answer(waiting?.approvalId ?? "", answer)).toMatchObject({ ok: true });
      });
    },
  });
  expect(await home.read("work/b.txt")).toBe("two\n");
  await talk({ server, home }, ["again"], {
    yes: false,
    approve: approvals.approve,
    onEvent: (event) => {
      if (event.type === "approval.requested") queueMicrotask(() => void clock.advance(300_000));
    },
  });
  const told = JSON.stringify(server.requests.at(-1)?.json);
  expect(told).toContain("Denied: approval was needed and nobody was there to give it");
  expect(await home.list()).not.toContain("work/c.txt");
});

test("PERM-11 (part): nobody answers in time: denied, and the model is told", async () => {
  await using server = await startScriptedServer([PUT, say("I could not.")]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const approvals = new Approvals({ clock: systemClock, timeoutMs: 5, unattendedMs: null });
  const { events } = await talk({ server, home }, ["go"], {
    yes: false,
    approve: approvals.approve,
    approvalMs: 5,
  });
  const asked = events.find(({ type }) => type === "approval.requested");
  expect(asked).toMatchObject({ request: { expiresAt: expect.any(Number) } });
  expect(JSON.stringify(server.requests[1]?.json)).toContain("Denied: nobody answered in time");
  expect(await home.list()).not.toContain("work/b.txt");
});

test("PERM-11 (part): what was asked when Squire ended is denied when the session goes on", async () => {
  await using server = await startScriptedServer([say("hello"), say("and on")]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const rig: RigInput = { server, home };
  const { id } = await talk(rig, ["hi"]);
  await leaveOpenQuestion(rig, id);
  await talk(rig, ["go on"], { id });
  const { tree } = await readBack(rig, id);
  const approvals = tree.branch().flatMap((entry) => (entry.type === "approval" ? [entry] : []));
  expect(approvals).toMatchObject([
    { state: "asked" },
    { state: "answered", approvalId: "ap1", answer: { verdict: "deny", by: "restart" } },
  ]);
  const outcome = tree.branch().find(({ type }) => type === "tool_result");
  expect(outcome).toMatchObject({ details: { ending: "interrupted" } });
  // Said once, not at every opening.
  await talk({ ...rig, server: server }, [], { id });
  const again = (await readBack(rig, id)).tree.branch();
  expect(again.filter(({ type }) => type === "approval")).toHaveLength(2);
});

/** The log of a process that was killed while it waited for an answer. */
async function leaveOpenQuestion(rig: RigInput, id: string): Promise<void> {
  const host = await hostFor(rig);
  await using session = await sessionStore(host.home).open(id);
  const message = {
    role: "assistant",
    content: [{ type: "call", id: "c1", name: "write", argsText: "{}" }],
    origin: { provider: "mock", wire: "test", model: "m" },
  } as const;
  const decision = { verdict: "ask", trail: [] } as const;
  const request = {
    approvalId: "ap1",
    callId: "c1",
    toolName: "write",
    summary: "write b.txt",
    details: [],
    risk: "med",
    reason: "edits are asked for",
    covers: "0".repeat(64),
  } as const;
  const drafts: readonly EntryDraft[] = [
    { type: "message", message, status: "complete" },
    { type: "approval", state: "asked", request, decision },
  ];
  for (const draft of drafts) await session.append(draft);
}
