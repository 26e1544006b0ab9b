import type { Agent, ToolRegistry } from "@squire/agent";
import type { ModelInfo } from "@squire/llm";
import { modelKey } from "@squire/llm";
import type { AgentEvent, Mode, ThinkingLevel } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import type { OpenModel } from "../models/assemble.ts";
import type { CurrentModel } from "./current-model.ts";
import type { RequestFrame } from "./session-context.ts";
import type { Shortened, Shortening } from "./shortening.ts";

export type ControlParts = {
  readonly agent: Agent;
  readonly session: OpenSession;
  readonly current: CurrentModel;
  readonly registry: ToolRegistry;
  readonly shortening: Shortening;
  /** The instructions for a mode. */
  readonly systemFor: (mode: Mode) => string;
  readonly emit: (event: AgentEvent) => void;
};

export type ChosenModel = { readonly info: ModelInfo; readonly model: OpenModel };

/** The dials of a live session: each change is an entry and an event. */
export class LiveControls {
  readonly #parts: ControlParts;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  get info(): ModelInfo {
    return this.#parts.current.info;
  }

  get registry(): ToolRegistry {
    return this.#parts.registry;
  }

  async setMode(mode: Mode): Promise<void> {
    const { agent, session } = this.#parts;
    if (agent.settings.mode === mode) return;
    await session.append({ type: "mode_change", mode });
    this.useMode(mode);
  }

  /** As `setMode`, where the log has it already. */
  useMode(mode: Mode): void {
    const { agent, systemFor, emit } = this.#parts;
    agent.reconfigure({ mode, system: systemFor(mode) });
    emit({ type: "mode.changed", mode });
  }

  async setModel({ info, model }: ChosenModel): Promise<void> {
    const { agent, session, current, emit } = this.#parts;
    const id = modelKey(info);
    await session.append({ type: "model_change", model: id, temporary: false, cause: "user" });
    current.change(info, model);
    const { temperature: _temperature, ...request } = agent.settings.request;
    // Models that reason refuse a temperature or ignore it.
    agent.reconfigure({ request: info.reasoning ? request : agent.settings.request });
    emit({ type: "model.changed", model: id, temporary: false, cause: "user" });
  }

  async setThinking(thinking: ThinkingLevel): Promise<void> {
    const { agent, session, emit } = this.#parts;
    await session.append({ type: "thinking_change", thinking, temporary: false });
    agent.reconfigure({ request: { ...agent.settings.request, thinking } });
    emit({ type: "thinking.changed", thinking, temporary: false });
  }

  /** Null when there was nothing to gain. */
  compact(signal: AbortSignal, instructions?: string): Promise<Shortened | null> {
    const words = instructions === undefined ? {} : { instructions };
    return this.#parts.shortening.shorten("manual", { signal, ...words });
  }

  /** What a request begins with now, and the window it has to fit into. */
  frame(): RequestFrame {
    const { agent, registry, current } = this.#parts;
    const { system } = agent.settings;
    return { system, tools: registry.specs(), window: current.info.contextWindow };
  }
}
