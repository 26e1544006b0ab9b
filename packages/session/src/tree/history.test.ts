import { expect, test } from "bun:test";
import type { Entry, Message } from "@squire/protocol";
import { logOf, sampleHistories } from "../testing/history-loop.ts";
import type { MakeViewer } from "../testing/history-loop.ts";
import { contextView, contextViewer } from "./context-view.ts";
import { lostOutcome } from "./history.ts";
import { buildTree } from "../testing/build-tree.ts";

test("LOOP-10 (part), LOOP-3 (part): any log gives a valid history, and it only grows", () => {
  expect(sampleHistories(1000, 1)).toEqual({ cases: 1000, failures: [] });
});

test("LOOP-10 (part): the logs that are tried need every kind of mending", () => {
  const reports = Array.from({ length: 200 }, (_, seed) => {
    const tree = buildTree(logOf(seed));
    return contextView(tree.branch()).report;
  });
  for (const key of Object.keys(reports[0] ?? {})) {
    const most = Math.max(
      ...reports.map((report) => Object.entries(report).find(([k]) => k === key)?.[1] ?? 0),
    );
    expect(`${key} ${most > 0}`).toBe(`${key} true`);
  }
});

test("LOOP-10 (part): the judge catches a view that shows the entries as they are", () => {
  const { failures } = sampleHistories(100, 1, plainViewer);
  const all = failures.join("\n");
  for (const fault of [
    "no outcome",
    "orphan",
    "follows a reply",
    "used before",
    "an empty",
    "begin",
  ]) {
    expect(all).toContain(fault);
  }
});

test("LOOP-3 (part): the judge catches a view that closes calls which may still run", () => {
  const { failures } = sampleHistories(100, 1, hastyViewer);
  expect(failures.join("\n")).toContain("earlier messages changed");
});

const plainViewer: MakeViewer = () => (branch) => {
  const messages = branch.flatMap(messageOf);
  return { ...contextView(branch), messages, sources: messages.map(() => "") };
};

function messageOf(entry: Entry): readonly Message[] {
  if (entry.type === "message") return [entry.message];
  return entry.type === "tool_result" ? [entry.outcome] : [];
}

const hastyViewer: MakeViewer = () => {
  const viewer = contextViewer();
  return (branch) => {
    const view = viewer(branch);
    const { openCalls } = view;
    const messages = [...view.messages, ...openCalls.map((call) => lostOutcome(call))];
    return { ...view, messages, sources: messages.map(() => "") };
  };
};
