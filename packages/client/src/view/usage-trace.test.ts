import { expect, test } from "bun:test";
import type { AgentEvent, KeptEvent } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";
import { usageTrace } from "./usage-trace.ts";

type Plain = KeptEvent["event"];

function kept(...events: readonly Plain[]): readonly KeptEvent[] {
  return events.map((event, index) => ({ at: 1_000 + index, event }));
}

function says(runId: string, text: string): Plain {
  const message = { role: "user", content: [{ type: "text", text }] } as const;
  return { type: "message.added", entryId: `${runId}-u`, runId, message, status: "complete" };
}

function spends(
  runId: string,
  usage: Partial<AgentEvent<"usage.reported">["usage"]>,
  costUsd: number | null = 0.5,
): Plain {
  const whole = { ...NO_USAGE, ...usage };
  return { type: "usage.reported", runId, kind: "turn", model: "mock/m", usage: whole, costUsd };
}

test("WUI-5 (part): a session's usage by request and by turn, with what broke the prefix", () => {
  const trace = usageTrace(
    kept(
      says("r1", "first\n  words"),
      spends("r1", { input: 100, cacheRead: 0, output: 10 }),
      spends("r1", { input: 150, cacheRead: 100, output: 20 }),
      { type: "prefix.changed", cause: "tools", tokensLost: 150 },
      says("r2", "second"),
      spends("r2", { input: 200, cacheRead: null, output: null }, null),
    ),
  );
  expect(trace.requests.map(({ input, cacheRead }) => [input, cacheRead])).toEqual([
    [100, 0],
    [150, 100],
    [200, null],
  ]);
  expect(trace.turns).toEqual([
    { runId: "r1", text: "first words", cached: 100, fresh: 150, output: 30, costUsd: 1 },
    { runId: "r2", text: "second", cached: 0, fresh: 200, output: 0, costUsd: null },
  ]);
  expect(trace.marks).toEqual([{ type: "break", before: 2, cause: "tools", tokensLost: 150 }]);
});

test("requests that are no steps of a turn are not part of its context", () => {
  const summary: Plain = {
    type: "usage.reported",
    kind: "summary",
    model: "mock/m",
    usage: { ...NO_USAGE, input: 900 },
    costUsd: 0.1,
  };
  const finished: Plain = {
    type: "compaction.finished",
    compactionId: "c",
    entryId: "c",
    tokensBefore: 900,
    tokensAfter: 90,
  };
  const trace = usageTrace(kept(says("r1", "a"), summary, finished));
  expect(trace.requests).toEqual([]);
  expect(trace.marks).toEqual([{ type: "compaction", before: 0, tokensAfter: 90 }]);
});
