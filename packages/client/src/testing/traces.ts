import type { AgentEvent, EventEnvelope } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";
import * as fc from "fast-check";

/** What one step of a made-up turn does. */
type Step = {
  readonly thinking: string;
  readonly text: readonly string[];
  readonly calls: readonly {
    readonly ok: boolean;
    readonly asks: boolean;
    readonly updates: readonly string[];
  }[];
  readonly retries: boolean;
};

type MadeTurn = {
  readonly words: string;
  readonly steps: readonly Step[];
  readonly end: "finished" | "failed" | "aborted";
  /** In which order calls that run at the same time end. */
  readonly backwards: boolean;
};

const words = fc.string({ minLength: 1, maxLength: 12 });

const step: fc.Arbitrary<Step> = fc.record({
  thinking: fc.string({ maxLength: 8 }),
  text: fc.array(words, { maxLength: 4 }),
  calls: fc.array(
    fc.record({
      ok: fc.boolean(),
      asks: fc.boolean(),
      updates: fc.array(words, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
  retries: fc.boolean(),
});

const turn: fc.Arbitrary<MadeTurn> = fc.record({
  words,
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  end: fc.constantFrom("finished", "failed", "aborted"),
  backwards: fc.boolean(),
});

/** Whole sessions as the host would tell them. */
export const traces: fc.Arbitrary<readonly EventEnvelope[]> = fc
  .array(turn, { minLength: 1, maxLength: 4 })
  .map((turns) => enveloped(turns.flatMap((made, index) => turnEvents(made, `run${index}`))));

export function enveloped(events: readonly AgentEvent[]): readonly EventEnvelope[] {
  return events.map((event, index) => {
    return { sessionId: "s", seq: index + 1, at: 1_000 + index, event };
  });
}

function turnEvents(made: MadeTurn, runId: string): readonly AgentEvent[] {
  const message = { role: "user", content: [{ type: "text", text: made.words }] } as const;
  return [
    { type: "turn.started", runId, mode: "code", model: "mock/m" },
    { type: "message.added", entryId: `${runId}-u`, runId, message, status: "complete" },
    ...made.steps.flatMap((one, at) => stepEvents(one, { runId, step: at + 1, made })),
    endEvent(made, runId),
  ];
}

function endEvent({ end }: MadeTurn, runId: string): AgentEvent {
  if (end === "aborted") return { type: "turn.aborted", runId, partialSaved: true };
  if (end === "failed") {
    return {
      type: "turn.failed",
      runId,
      failure: { code: "auth", message: "401", retryable: false },
    };
  }
  return {
    type: "turn.finished",
    runId,
    reason: "stop",
    usage: NO_USAGE,
    costUsd: 0.5,
    durationMs: 5,
  };
}

type Place = { readonly runId: string; readonly step: number; readonly made: MadeTurn };

function stepEvents(one: Step, place: Place): readonly AgentEvent[] {
  const { runId, step: number, made } = place;
  const failure = { kind: "overloaded", message: "529", retryable: true } as const;
  const text = one.text.join("");
  const calls = one.calls.map((_, at) => `${runId}-${number}-${at}`);
  const origin = { provider: "mock", wire: "anthropic-messages", model: "m" } as const;
  const content = [
    ...(one.thinking === "" ? [] : [{ type: "thinking", text: one.thinking } as const]),
    ...(text === "" ? [] : [{ type: "text", text } as const]),
    ...calls.map((id) => ({ type: "call", id, name: "bash", argsText: "{}" }) as const),
  ];
  const textBlock = one.thinking === "" ? 0 : 1;
  const first = textBlock + (text === "" ? 0 : 1);
  const ends = calls.map((callId, at) => callEvents(one.calls[at], { runId, callId }));
  return [
    { type: "step.started", runId, step: number, model: "mock/m" },
    ...(one.retries
      ? ([
          { type: "text.delta", runId, block: 0, text: "half" },
          { type: "retry.started", runId, attempt: 2, waitMs: 1, failure },
          { type: "retry.finished", runId, attempt: 2, ok: true },
        ] as const)
      : []),
    ...(one.thinking === ""
      ? []
      : ([{ type: "thinking.delta", runId, block: 0, text: one.thinking }] as const)),
    ...one.text.map((piece) => {
      return { type: "text.delta", runId, block: textBlock, text: piece } as const;
    }),
    ...calls.map((callId, at) => {
      return {
        type: "call.delta",
        runId,
        block: first + at,
        callId,
        name: "bash",
        argsText: "{}",
      } as const;
    }),
    {
      type: "message.added",
      entryId: `${runId}-${number}`,
      runId,
      message: { role: "assistant", content, origin },
      status: "complete",
    },
    {
      type: "usage.reported",
      runId,
      kind: "turn",
      model: "mock/m",
      usage: NO_USAGE,
      costUsd: 0.25,
    },
    ...ends.flatMap(({ before }) => before),
    ...(made.backwards ? ends.toReversed() : ends).flatMap(({ after }) => after),
  ];
}

type CallPlace = { readonly runId: string; readonly callId: string };

function callEvents(call: Step["calls"][number] | undefined, { runId, callId }: CallPlace) {
  const { ok = true, asks = false, updates = [] } = call ?? {};
  const approvalId = `${callId}-ask`;
  const request = {
    approvalId,
    callId,
    toolName: "bash",
    summary: "$ it",
    details: [],
    risk: "low",
    reason: "it runs",
    covers: "0".repeat(64),
  } as const;
  const answer = { verdict: "approve", scope: "once", by: "me" } as const;
  const before: readonly AgentEvent[] = [
    ...(asks
      ? ([
          { type: "approval.requested", runId, request },
          { type: "approval.answered", runId, approvalId, callId, answer },
        ] as const)
      : []),
    {
      type: "tool.started",
      runId,
      callId,
      name: "bash",
      summary: "$ it",
      effect: "execute",
      args: {},
    },
  ];
  const after: readonly AgentEvent[] = [
    ...updates.map((message) => {
      return { type: "tool.updated", runId, callId, name: "bash", message } as const;
    }),
    {
      type: "tool.finished",
      runId,
      callId,
      name: "bash",
      summary: "done",
      outcome: { role: "tool", callId, name: "bash", failed: !ok, content: [] },
      details: { isError: !ok, ending: "ran", truncated: false, durationMs: 3 },
    },
  ];
  return { before, after };
}
