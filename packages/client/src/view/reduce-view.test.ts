import { describe, expect, test } from "bun:test";
import type { AgentEvent, EventEnvelope, KeptEvent } from "@squire/protocol";
import * as fc from "fast-check";
import { enveloped, traces } from "../testing/traces.ts";
import { emptyView } from "./empty-view.ts";
import { ItemList } from "./item-list.ts";
import type { Item } from "./item.ts";
import { reduceView } from "./reduce-view.ts";
import type { View } from "./view.ts";

function views(trace: readonly EventEnvelope[]): readonly View[] {
  let view = emptyView("s");
  return trace.map((envelope) => (view = reduceView(view, envelope)));
}

function fold(...events: readonly AgentEvent[]): View {
  return views(enveloped(events)).at(-1) ?? emptyView("s");
}

describe("a finished item never changes again", () => {
  test("TUI-3 (part): what a terminal has printed stays, and new items come at the end", () => {
    fc.assert(
      fc.property(traces, (trace) => {
        let printed: readonly Item[] = [];
        for (const view of views(trace)) {
          const now = [...view.items];
          expect(now.length).toBeGreaterThanOrEqual(printed.length);
          for (const [index, item] of printed.entries()) expect(now[index]).toBe(item);
          printed = now;
        }
      }),
    );
  });

  test("a session at rest has nothing live, and each thing once", () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const view = views(trace).at(-1);
        expect(view?.live).toEqual([]);
        expect(view?.status).toBe("idle");
        const ids = [...(view?.items ?? [])].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test("ids of live items stay what they are when the items are finished", () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const all = views(trace);
        const last = new Set([...(all.at(-1)?.items ?? [])].map(({ id }) => id));
        for (const { live } of all) {
          for (const { id, kind } of live) {
            // Half a reply that is asked for again is gone, and so are its parts.
            if (kind !== "text") expect(last.has(id)).toBe(true);
          }
        }
      }),
    );
  });
});

test("GW-9 (part): an event that comes twice changes nothing", () => {
  fc.assert(
    fc.property(traces, fc.nat(), (trace, at) => {
      const all = views(trace);
      const index = at % trace.length;
      const [view, envelope] = [all.at(-1), trace[index]];
      if (view === undefined || envelope === undefined) return;
      expect(reduceView(view, envelope)).toBe(view);
    }),
  );
});

test("going on twice from one view gives two views that do not disturb each other", () => {
  fc.assert(
    fc.property(traces, traces, (one, other) => {
      const [base] = views(one).slice(-1);
      if (base === undefined) return;
      const from = base.seq;
      const after = (trace: readonly EventEnvelope[]) =>
        trace.reduce((view, next) => reduceView(view, { ...next, seq: next.seq + from }), base);
      const first = after(other);
      const kept = [...first.items];
      after(one);
      expect([...first.items]).toEqual(kept);
      expect([...base.items]).toEqual([...first.items].slice(0, base.items.length));
    }),
  );
});

/** What the log does not keep. */
const PASSING = /\.delta$|^tool\.updated$|^retry\./;

test("SES-9 (part): what was kept gives the view of who has watched, at any rest", () => {
  fc.assert(
    fc.property(traces, (trace) => {
      for (const [index, live] of views(trace).entries()) {
        if (live.activity !== null) continue;
        const events = trace
          .slice(0, index + 1)
          .filter(({ event }) => !PASSING.test(event.type))
          .map(({ at, event }) => ({ at, event }) as KeptEvent);
        const view = reduceView(emptyView("s"), restoredOf(events, live));
        expect(shown(view)).toEqual(shown(live));
        expect({ ...view.spending }).toEqual({ ...live.spending });
      }
    }),
  );
});

function shown({ items, live }: View): unknown {
  const kept = [...items, ...live].filter(({ kind }) => kind !== "retry");
  // A part begins with its first letter, which is not kept.
  return kept.map(({ at: _at, ...rest }) => rest);
}

function restoredOf(events: readonly KeptEvent[], live: View): EventEnvelope {
  const { spending, mode, trust, model, context, workplace, seq } = live;
  const total = { requests: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const spent = {
    turn: { ...total, costUsd: spending.turnUsd },
    session: { ...total, costUsd: spending.sessionUsd },
  };
  const none = {
    plan: null,
    todo: [],
    queue: [],
    approvals: [],
    questions: [],
    jobs: [],
    edits: [],
  };
  const taint = { active: false, sources: [] };
  const head = { id: "s", title: null, cwd: "", turns: 0, costUsd: null, leafId: null };
  const times = { createdAt: 0, updatedAt: 0, running: false, runId: null, clients: [] };
  const dials = { mode, trust, model, context, workplace, seq, stream: "one", spent };
  const state = { ...head, ...times, ...none, ...dials, taint };
  const event = {
    type: "session.restored",
    reason: "behind",
    state,
    events,
    earlier: null,
  } as const;
  return { sessionId: "s", seq, at: 0, event };
}

test("PROT-10 (part): an event of a later version only counts", () => {
  const strange = { type: "moon.landed" } as unknown as AgentEvent;
  const view = fold(strange);
  expect({ ...view, seq: 0, items: 0 }).toEqual({ ...emptyView("s"), items: 0 } as never);
  expect(view.seq).toBe(1);
});

test("TUI-7 (part): a call from its first letter to its end", () => {
  const callId = "c1";
  const call = { runId: "r", callId, name: "bash" };
  const deltas: readonly AgentEvent[] = [
    { type: "turn.started", runId: "r", mode: "code", model: "m" },
    { type: "call.delta", ...call, block: 0, argsText: '{"comm' },
    { type: "call.delta", ...call, block: 0, argsText: 'and":"ls"}' },
  ];
  expect(fold(...deltas).live).toMatchObject([
    { kind: "tool", state: "writing", argsText: '{"command":"ls"}', summary: "bash" },
  ]);
  const running = fold(
    ...deltas,
    { type: "tool.started", ...call, summary: "$ ls", effect: "read", args: { command: "ls" } },
    { type: "tool.updated", ...call, message: "a.txt" },
  );
  expect(running.live).toMatchObject([
    { state: "running", summary: "$ ls", output: "a.txt", args: { command: "ls" } },
  ]);
});

test("PERM-10 (part): questions of the gate stand in order until they are answered", () => {
  const request = (approvalId: string) => ({
    approvalId,
    callId: `call-${approvalId}`,
    toolName: "bash",
    summary: "$ it",
    details: [],
    risk: "low" as const,
    reason: "it runs",
    covers: "0".repeat(64),
  });
  const asked: readonly AgentEvent[] = [
    { type: "turn.started", runId: "r", mode: "code", model: "m" },
    { type: "approval.requested", runId: "r", request: request("a") },
    { type: "approval.requested", runId: "r", request: request("b") },
  ];
  const view = fold(...asked);
  expect(view.status).toBe("asking");
  expect(view.approvals.map(({ approvalId }) => approvalId)).toEqual(["a", "b"]);
  const answer = { verdict: "deny", by: "web" } as const;
  const answered = { type: "approval.answered", runId: "r", callId: "call-a", answer } as const;
  const after = fold(...asked, { ...answered, approvalId: "a" });
  expect(after.approvals.map(({ approvalId }) => approvalId)).toEqual(["b"]);
});

test("TUI-12 (part): phases, progress and subagents of a turn", () => {
  const agent = { runId: "r", agentId: "x", task: "look" };
  const view = fold(
    { type: "turn.started", runId: "r", mode: "research", model: "m" },
    { type: "phase.changed", runId: "r", phase: "researching", status: "working" },
    { type: "progress.reported", runId: "r", percent: 40, message: "reading" },
    { type: "agent.started", ...agent },
    { type: "agent.updated", ...agent, step: 2, summary: "found it" },
  );
  expect(view.phase).toEqual({
    name: "researching",
    status: "working",
    percent: 40,
    message: "reading",
  });
  expect(view.agents).toMatchObject([{ agentId: "x", step: 2, summary: "found it" }]);
});

test("a stop that was ordered shows until the turn has ended", () => {
  const begun = { type: "turn.started", runId: "r", mode: "code", model: "m" } as const;
  const stop = { type: "stop.ordered", runId: "r", by: "web" } as const;
  expect(fold(begun, stop).status).toBe("aborting");
  expect(fold(begun, stop, { type: "turn.aborted", runId: "r", partialSaved: false }).status).toBe(
    "idle",
  );
});

test("a price that is not known makes the sum unknown, not smaller", () => {
  const usage = {
    input: 10,
    output: 1,
    cacheRead: 5,
    cacheWrite: null,
    reasoning: null,
    total: 11,
  };
  const report = { type: "usage.reported", kind: "turn", model: "m", usage } as const;
  const view = fold({ ...report, costUsd: 1 }, { ...report, costUsd: null });
  expect(view.spending).toMatchObject({ sessionUsd: null, turnUsd: null, cacheShare: 0.5 });
});

test("a list that only grows shares what it has", () => {
  const one = ItemList.empty<number>().add([1, 2]);
  const [left, right] = [one.add([3]), one.add([4])];
  expect([...one]).toEqual([1, 2]);
  expect([...left]).toEqual([1, 2, 3]);
  expect([...right]).toEqual([1, 2, 4]);
  expect(left.at(3)).toBeUndefined();
  expect(left.from(2)).toEqual([3]);
});
