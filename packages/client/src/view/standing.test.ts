import { expect, test } from "bun:test";
import type { AgentEvent } from "@squire/protocol";
import { enveloped } from "../testing/traces.ts";
import { emptyView } from "./empty-view.ts";
import type { ToolItem } from "./item.ts";
import { reduceView } from "./reduce-view.ts";
import type { View } from "./view.ts";

function fold(...events: readonly AgentEvent[]): View {
  return enveloped(events).reduce(reduceView, emptyView("s"));
}

const run = { runId: "r" };
const place = { ...run, callId: "c", name: "edit" };
const file = { name: "a.ts", diff: "-one\n+two", added: 1, removed: 1 };
const begun: readonly AgentEvent[] = [
  { type: "turn.started", ...run, mode: "code", model: "m" },
  { type: "call.delta", ...place, block: 0, argsText: '{"path"' },
  { type: "edit.previewed", ...place, files: [file], whole: false },
];
const written: AgentEvent = {
  type: "message.added",
  ...run,
  entryId: "e",
  status: "complete",
  message: {
    role: "assistant",
    content: [{ type: "call", id: "c", name: "edit", argsText: "{}" }],
    origin: { provider: "p", wire: "w", model: "m" },
  },
};

function callIn({ live, items }: View): ToolItem | undefined {
  return [...items, ...live].find((item) => item.kind === "tool");
}

test("EDIT-8 (part): the preview of an edit stays on its item until the edit has ended", () => {
  const preview = { files: [file], whole: false };
  expect(callIn(fold(...begun))).toMatchObject({ state: "writing", preview });
  expect(callIn(fold(...begun, written))).toMatchObject({ state: "waiting", preview });
  const whole: AgentEvent = { type: "edit.previewed", ...place, files: [file], whole: true };
  const started: AgentEvent = {
    type: "tool.started",
    ...place,
    summary: "edit a.ts",
    effect: "write",
    args: {},
  };
  expect(callIn(fold(...begun, written, whole, started))).toMatchObject({
    state: "running",
    preview: { files: [file], whole: true },
  });
  const ended: AgentEvent = {
    type: "tool.finished",
    ...place,
    summary: "+1 -1",
    outcome: { role: "tool", callId: "c", name: "edit", failed: false, content: [] },
    details: { isError: false, ending: "ran", truncated: false, durationMs: 1 },
  };
  expect(callIn(fold(...begun, written, whole, started, ended))).toMatchObject({
    state: "done",
    preview: null,
  });
  const aborted = fold(...begun, written, { type: "turn.aborted", ...run, partialSaved: false });
  expect(callIn(aborted)?.preview).toBeNull();
});

test("EDIT-9 (part), PERM-16 (part): edits that wait and the taint stand beside the transcript", () => {
  const edits = [{ id: 1, path: "a.ts", search: "one", replace: "two" }];
  const taint = { active: true, sources: ["web_fetch"] };
  const view = fold({ type: "edits.changed", edits }, { type: "taint.changed", ...taint });
  expect(view).toMatchObject({ edits, taint, status: "idle" });
  expect(view.items).toHaveLength(0);
});

test("CMP-12 (part), CMP-13 (part): notes on a branch are seen while they are taken, and after", () => {
  const started: AgentEvent = {
    type: "summary.started",
    summaryId: "n",
    fromId: "x",
    toId: null,
    entries: 4,
    tokens: 900,
  };
  expect(fold(started).live).toMatchObject([{ kind: "summary", state: "running", tokens: 900 }]);
  const failure = { code: "aborted", message: "cancelled", retryable: true } as const;
  const failed = fold(started, { type: "summary.failed", summaryId: "n", failure });
  expect([...failed.items]).toMatchObject([{ kind: "summary", state: "failed", failure }]);
  const finished: AgentEvent = {
    type: "summary.finished",
    summaryId: "n",
    entryId: "e",
    fromId: "x",
    summary: "foxes",
  };
  for (const view of [fold(started, finished), fold(finished)]) {
    expect([...view.items]).toMatchObject([{ kind: "summary", state: "done", summary: "foxes" }]);
    expect(view.live).toEqual([]);
  }
});
