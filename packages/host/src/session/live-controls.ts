import type { Agent, ToolRegistry } from "@squire/agent";
import type { ModelInfo } from "@squire/llm";
import { modelKey } from "@squire/llm";
import type { AgentEvent, Mode, ThinkingLevel } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import type { ChosenModel, CurrentModel } from "./current-model.ts";
import { Lending } from "./lending.ts";
import type { Lent } from "./lending.ts";
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
  /** Makes ready what a mode works with. */
  readonly entering: (mode: Mode) => Promise<void>;
};

/** The dials of a live session: each change is an entry and an event. */
export class LiveControls {
  readonly #parts: ControlParts;
  readonly #lending: Lending;

  constructor(parts: ControlParts) {
    this.#parts = parts;
    this.#lending = new Lending(parts);
  }

  /** Must hear every event of the session. */
  hear(event: AgentEvent): void {
    this.#lending.hear(event);
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
    await this.useMode(mode);
  }

  /** As `setMode`, where the log has it already. */
  async useMode(mode: Mode): Promise<void> {
    const { agent, systemFor, emit, entering } = this.#parts;
    await entering(mode);
    agent.reconfigure({ mode, system: systemFor(mode) });
    emit({ type: "mode.changed", mode });
  }

  /** What the mode works with has changed. */
  async renewMode(): Promise<void> {
    const { agent, systemFor, entering } = this.#parts;
    const { mode } = agent.settings;
    await entering(mode);
    agent.reconfigure({ system: systemFor(mode) });
  }

  async setModel({ info, model }: ChosenModel): Promise<void> {
    const { agent, session, current, emit } = this.#parts;
    const id = modelKey(info);
    await session.append({ type: "model_change", model: id, temporary: false, cause: "user" });
    this.#lending.end();
    current.change(info, model);
    const { temperature: _temperature, ...request } = agent.settings.request;
    // Models that reason refuse a temperature or ignore it.
    agent.reconfigure({ request: info.reasoning ? request : agent.settings.request });
    emit({ type: "model.changed", model: id, temporary: false, cause: "user" });
  }

  async setThinking(thinking: ThinkingLevel): Promise<void> {
    const { agent, session, emit } = this.#parts;
    await session.append({ type: "thinking_change", thinking, temporary: false });
    this.#lending.end();
    agent.reconfigure({ request: { ...agent.settings.request, thinking } });
    emit({ type: "thinking.changed", thinking, temporary: false });
  }

  /** For the next turn alone; null takes that back. */
  lend(lent: Lent | null): void {
    this.#lending.lend(lent);
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
