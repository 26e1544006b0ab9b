import { userText } from "@squire/protocol";
import type { AgentEvent, Decision, Model } from "@squire/protocol";
import { FakeClock, fakeIds, ScriptedModel } from "@squire/testkit";
import type { ScriptedReply } from "@squire/testkit";
import { ToolRegistry } from "../../tool/registry.ts";
import type { Tool } from "../../tool/tool.ts";
import type { Agent, AgentOptions } from "../agent.ts";
import { createAgent } from "../create-agent.ts";
import type { AgentPorts } from "../ports.ts";
import type { TurnResult } from "../turn-result.ts";
import { MemoryLog } from "./memory-log.ts";
import { testTools } from "./tools.ts";

export const ALLOW: Decision = {
  verdict: "allow",
  trail: [{ stage: "fallback", verdict: "allow", reason: "a test" }],
};

export type RigOptions = AgentOptions & {
  readonly model?: Model;
  readonly tools?: readonly Tool[];
  readonly ports?: Partial<AgentPorts>;
  readonly log?: MemoryLog;
  /** Called with each event as it is emitted, before anybody else sees it. */
  readonly onEvent?: (event: AgentEvent, agent: Agent) => void;
};

export type Rig = {
  readonly agent: Agent;
  readonly model: ScriptedModel;
  readonly log: MemoryLog;
  readonly clock: FakeClock;
  readonly events: AgentEvent[];
  /** Runs a turn with this text. */
  ask(text: string): Promise<TurnResult>;
  /** The types of the events so far, without deltas of the same kind in a row. */
  story(): readonly string[];
};

export function rig(replies: readonly ScriptedReply[], options: RigOptions = {}): Rig {
  const scripted = new ScriptedModel(...replies);
  const { model = scripted, tools = testTools().all, ports, onEvent, ...rest } = options;
  const log = options.log ?? new MemoryLog();
  const clock = new FakeClock(0);
  const events: AgentEvent[] = [];
  const registry = new ToolRegistry();
  for (const tool of tools) registry.add(tool);
  const agent: Agent = createAgent(
    {
      sessionId: "s1",
      tools: registry,
      log,
      view: () => log.view(),
      model: () => model,
      emit: (event) => {
        events.push(event);
        onEvent?.(event, agent);
      },
      clock,
      ids: fakeIds("id"),
      workspace: () => ({ cwd: "/ws", env: {} }),
      gate: () => ALLOW,
      ...ports,
    },
    rest,
  );
  return {
    agent,
    model: scripted,
    log,
    clock,
    events,
    ask: (text) => agent.prompt(userText(text)),
    story: () =>
      events
        .map(({ type }) => type)
        .filter((type, at, all) => type !== all[at - 1] || !type.endsWith(".delta")),
  };
}
