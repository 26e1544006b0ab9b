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
function rig(flushing: Promise<void> = Promise.resolve()) {
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
      const before = memory.entries.length;
      await flushing;
      isSynced = memory.entries.length === before;
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

test("SES-4: what is staged while a sync is under way is synced soon after it", async () => {
  const sync = Promise.withResolvers<void>();
  const { log, emit, told, clock } = rig(sync.promise);
  await log.stage(draft);
  emit(warned("first"));
  await clock.advance(5);
  await log.stage(draft);
  emit(warned("second"));
  sync.resolve();
  await clock.advance(4);
  expect(told).toEqual([]);
  await clock.advance(1);
  expect(told).toEqual(["first", "second"]);
  expect(clock.pending).toBe(0);
});
