import { expect, test } from "bun:test";
import type { ApprovalAnswer, ApprovalRequest } from "@squire/protocol";
import { FakeClock } from "@squire/testkit";
import { approvalTimes } from "./approval-times.ts";
import { Approvals, type ApprovalsOptions } from "./approvals.ts";

const YES: ApprovalAnswer = { verdict: "approve", scope: "once", by: "tui" };
const NO: ApprovalAnswer = { verdict: "deny", reason: "not now", by: "web" };

function request(approvalId: string): ApprovalRequest {
  return {
    approvalId,
    callId: `call_${approvalId}`,
    toolName: "bash",
    summary: "$ npm test",
    details: [],
    risk: "med",
    reason: "it runs code",
    covers: "0".repeat(64),
  };
}

function open(times: Partial<ApprovalsOptions> = {}) {
  const clock = new FakeClock(0);
  const approvals = new Approvals({ clock, timeoutMs: null, unattendedMs: null, ...times });
  const abort = new AbortController();
  const ask = (id: string) => approvals.approve(request(id), { signal: abort.signal });
  return { clock, approvals, abort, ask };
}

test("PERM-10 (part): the first answer of any client counts, and others are told it", async () => {
  const { approvals, ask } = open();
  const [one, two] = [ask("a"), ask("b")];
  expect(approvals.pending().map(({ approvalId }) => approvalId)).toEqual(["a", "b"]);
  expect(approvals.answer("b", YES)).toEqual({ ok: true, answer: YES });
  expect(approvals.answer("b", NO)).toEqual({ ok: false, answer: YES });
  expect(await two).toEqual(YES);
  expect(approvals.pending().map(({ approvalId }) => approvalId)).toEqual(["a"]);
  expect(approvals.answer("nobody-asked", YES)).toBe(null);
  approvals.answer("a", NO);
  expect(await one).toEqual(NO);
});

test("PERM-11 (part): a question outlives its clients and waits as long as it takes", async () => {
  const { approvals, ask, clock } = open();
  const asked = ask("a");
  const client = approvals.attach();
  client[Symbol.dispose]();
  await clock.advance(86_400_000);
  expect(approvals.pending()).toHaveLength(1);
  approvals.answer("a", YES);
  expect(await asked).toEqual(YES);
  expect(clock.pending).toBe(0);
});

test("PERM-11 (part): approvals.timeout ends in a no, client or not", async () => {
  const { approvals, ask, clock } = open({ timeoutMs: 60_000 });
  using _client = approvals.attach();
  const asked = ask("a");
  await clock.advance(59_999);
  expect(approvals.pending()).toHaveLength(1);
  await clock.advance(1);
  expect(await asked).toMatchObject({ verdict: "deny", by: "timeout" });
  expect(approvals.answer("a", YES)).toMatchObject({ ok: false, answer: { by: "timeout" } });
});

test("PERM-11 (part): without a client the time runs from when the last one went", async () => {
  const { approvals, ask, clock } = open({ unattendedMs: 300_000 });
  const asked = ask("a");
  await clock.advance(299_000);
  const client = approvals.attach();
  await clock.advance(1_000_000);
  expect(approvals.pending()).toHaveLength(1);
  client[Symbol.dispose]();
  client[Symbol.dispose]();
  await clock.advance(299_999);
  expect(approvals.pending()).toHaveLength(1);
  await clock.advance(1);
  expect(await asked).toMatchObject({ verdict: "deny", by: "timeout" });
  expect(clock.pending).toBe(0);
});

test("LOOP-9: a turn that is stopped takes its questions along", async () => {
  const { approvals, ask, abort } = open({ timeoutMs: 5 });
  const asked = ask("a");
  abort.abort();
  expect(await asked).toMatchObject({ verdict: "deny", by: "abort" });
  expect(approvals.pending()).toEqual([]);
  expect(await ask("b")).toMatchObject({ verdict: "deny", by: "abort" });
});

test("PERM-11 (part): how long is waited, by setting and face", () => {
  const times = (timeout: number | undefined, face: "terminal" | "gateway") =>
    approvalTimes({ approvals: timeout === undefined ? {} : { timeout } }, face);
  expect(times(undefined, "terminal")).toEqual({ timeoutMs: null, unattendedMs: null });
  expect(times(undefined, "gateway")).toEqual({ timeoutMs: null, unattendedMs: 300_000 });
  expect(times(30, "gateway")).toEqual({ timeoutMs: 30_000, unattendedMs: null });
  expect(times(0, "gateway")).toEqual({ timeoutMs: null, unattendedMs: null });
});
