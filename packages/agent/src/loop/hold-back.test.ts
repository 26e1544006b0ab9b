import { expect, test } from "bun:test";
import type { AgentEvent, EntryDraft } from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import { FakeClock, rejectionOf } from "@squire/testkit";
import type { LogPort } from "../tool/pipeline/ports.ts";
import { holdBack } from "./hold-back.ts";
import { MemoryLog } from "./testing/memory-log.ts";

const warned = (code: string): AgentEvent => ({ type: "warning.raised", code, message: code });
const draft: EntryDraft<"message"> = {
  type: "message",
  message: userText("hi"),
  status: "complete",
};

/** A log that is synced only by messages that are appended, not by other kinds nor by staging. */
function rig() {
  const memory = new MemoryLog();
  const told: string[] = [];
  let isSynced = true;
  const log: LogPort = {
    append: async (given) => {
      const entry = await memory.append(given);
      isSynced ||= entry.type === "message";
      return entry;
    },
    stage: (given) => {
      isSynced = false;
      return memory.append(given);
    },
    flush: async () => {
      isSynced = true;
    },
    get isSynced() {
      return isSynced;
    },
  };
  const emit = (event: AgentEvent): void => {
    told.push(event.type === "warning.raised" ? event.code : event.type);
  };
  const clock = new FakeClock();
  return { ...holdBack({ log, emit }, clock), memory, told, clock };
}

test("SES-4: nobody hears of a staged entry before it is durable", async () => {
  const { log, emit, told } = rig();
  emit(warned("before"));
  await log.stage(draft);
  emit(warned("staged"));
  await log.append({ type: "title", title: "t", by: "model" });
  emit(warned("written"));
  expect(told).toEqual(["before"]);
  await log.append(draft);
  expect(told).toEqual(["before", "staged", "written"]);
  emit(warned("after"));
  expect(told.at(-1)).toBe("after");
});

test("SES-4: a flush lets everything out, and costs nothing when nothing waits", async () => {
  const { log, emit, told, memory } = rig();
  await log.stage(draft);
  emit(warned("staged"));
  await log.flush();
  expect(told).toEqual(["staged"]);
  expect(memory.entries).toHaveLength(1);
});

test("SES-4: when the log fails, what waits is told before the failure", async () => {
  const { log, emit, told, memory } = rig();
  await log.stage(draft);
  emit(warned("staged"));
  memory.fault = () => new Error("disk full");
  expect(String(await rejectionOf(log.append(draft)))).toContain("disk full");
  expect(told).toEqual(["staged"]);
});

test("SES-4: what is staged does not wait long for something that makes it durable", async () => {
  const { log, emit, told, clock } = rig();
  await log.stage(draft);
  emit(warned("staged"));
  await clock.advance(4);
  expect(told).toEqual([]);
  await clock.advance(1);
  expect(told).toEqual(["staged"]);
});

test("SES-4: a sync that comes in time leaves nothing to do for the timer", async () => {
  const { log, clock } = rig();
  await log.stage(draft);
  await log.append(draft);
  expect(clock.pending).toBe(0);
});

const request: EntryDraft<"request_sent"> = {
  type: "request_sent",
  requestId: "q1",
  runId: "r1",
  step: 1,
  kind: "turn",
  model: "mock/m",
  prefixHash: "a".repeat(64),
  bodyHash: "b".repeat(64),
  bodyBytes: 2,
  options: {},
};
const nextMacrotask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("SES-4 (part): a request lets events out once it has left, and not while something is staged", async () => {
  let isSynced = true;
  const told: string[] = [];
  const memory = new MemoryLog();
  const log: LogPort = {
    append: async (given) => {
      isSynced = true;
      return memory.append(given);
    },
    stage: (given) => {
      isSynced = false;
      return memory.append(given);
    },
    flush: async () => {},
    get isSynced() {
      return isSynced;
    },
  };
  const emit = (event: AgentEvent): void => void told.push(event.type);
  const held = holdBack({ log, emit }, new FakeClock());
  await held.log.stage(draft);
  held.emit(warned("staged"));
  await held.log.append(request);
  expect(told).toEqual([]);
  held.emit({ type: "prefix.changed", cause: "model", tokensLost: 0 });
  await nextMacrotask();
  expect(told).toEqual(["warning.raised", "prefix.changed"]);
  await held.log.stage(draft);
  held.emit(warned("next"));
  await held.log.append(request);
  await held.log.stage(draft);
  await nextMacrotask();
  expect(told).toHaveLength(2);
  await held.log.append(draft);
  expect(told).toHaveLength(3);
});
