import type { Agent, AgentOptions } from "./agent.ts";
import { withDefaults } from "./defaults.ts";
import { LoopAgent } from "./loop-agent.ts";
import type { AgentPorts } from "./ports.ts";

/** An agent for one session. Costs nothing until it is asked something. */
export function createAgent(ports: AgentPorts, options: AgentOptions = {}): Agent {
  return new LoopAgent(withDefaults(ports), options);
}
