import type { AgentEvent, Decision } from "@squire/protocol";
import { FakeClock, fakeIds } from "@squire/testkit";
import { MemoryLog } from "../../../loop/testing/memory-log.ts";
import { ALLOW } from "../../../loop/testing/rig.ts";
import { testTools } from "../../../loop/testing/tools.ts";
import { capOutcome } from "../../../tokens/cap-result.ts";
import { ToolRegistry } from "../../registry.ts";
import type { Tool } from "../../tool.ts";
import { dispatchCalls } from "../dispatch.ts";
import type { AskedCall, CallEnd, CallPorts, CallScope } from "../ports.ts";

export function asked(name: string, args: unknown, id = `${name}_1`): AskedCall {
  const argsText = typeof args === "string" ? args : JSON.stringify(args);
  return { block: { type: "call", id, name, argsText }, argsText };
}

export type CallsRig = {
  readonly log: MemoryLog;
  readonly events: AgentEvent[];
  readonly clock: FakeClock;
  readonly abort: AbortController;
  readonly tools: ReturnType<typeof testTools>;
  readonly registry: ToolRegistry;
  run(...calls: readonly AskedCall[]): Promise<readonly CallEnd[]>;
  endings(): readonly string[];
  texts(): readonly string[];
};

export type CallsOptions = {
  readonly ports?: Partial<CallPorts>;
  readonly scope?: Partial<CallScope>;
  readonly extra?: readonly Tool[];
};

/** The pipeline without a loop around it. */
export function callsRig({ ports, scope, extra = [] }: CallsOptions = {}): CallsRig {
  const log = new MemoryLog();
  const clock = new FakeClock(0);
  const events: AgentEvent[] = [];
  const abort = new AbortController();
  const tools = testTools();
  const registry = new ToolRegistry();
  for (const tool of [...tools.all, ...extra]) registry.add(tool);
  const all: CallPorts = {
    sessionId: "s1",
    tools: registry,
    log,
    emit: (event) => events.push(event),
    clock,
    ids: fakeIds("id"),
    workspace: () => ({ cwd: "/ws", env: {} }),
    gate: (): Decision => ALLOW,
    approve: null,
    approvalMs: null,
    artifacts: {
      save: () => Promise.resolve({ id: "art1" }),
      stream: () => Promise.reject(new Error("not here")),
    },
    hooks: null,
    snapshot: null,
    reveal: null,
    cap: (outcome) => capOutcome(outcome),
    redact: (text) => text,
    fit: (content) => Promise.resolve(content),
    ...ports,
  };
  const within: CallScope = {
    runId: "run1",
    mode: "code",
    planTools: "readonly",
    signal: abort.signal,
    interrupted: () => false,
    limits: { parallel: 8, timeoutMs: 600_000, graceMs: 1_000 },
    ...scope,
  };
  return {
    log,
    events,
    clock,
    abort,
    tools,
    registry,
    run: (...calls) => dispatchCalls(calls, all, within),
    endings: () => log.of("tool_result").map(({ details }) => details.ending),
    texts: () =>
      log
        .of("tool_result")
        .map(({ outcome }) =>
          outcome.content.map((part) => (part.type === "text" ? part.text : "")).join("\n"),
        ),
  };
}
