import type { Agent, ToolRegistry } from "@squire/agent";
import { tokenCounter } from "@squire/agent";
import type { ModelInfo } from "@squire/llm";
import { modelKey } from "@squire/llm";
import type {
  AgentEvent,
  ContextRegion,
  Message,
  Mode,
  ThinkingLevel,
  Trust,
} from "@squire/protocol";
import type { ContextView, OpenSession } from "@squire/session";
import type { OpenModel } from "../models/assemble.ts";
import type { CurrentModel } from "./current-model.ts";
import type { Shortened, Shortening } from "./shortening.ts";

export type ControlParts = {
  readonly agent: Agent;
  readonly session: OpenSession;
  readonly current: CurrentModel;
  readonly registry: ToolRegistry;
  readonly shortening: Shortening;
  readonly view: () => ContextView;
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

  async setTrust(trust: Trust): Promise<void> {
    const { session, emit } = this.#parts;
    await session.append({ type: "trust_change", trust });
    emit({ type: "trust.changed", trust });
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

  /** What the model's window is filled with, estimated. */
  regions(): readonly ContextRegion[] {
    const { agent, registry, view } = this.#parts;
    const counter = tokenCounter();
    const sums = new Map<ContextRegion["name"], number>([
      ["system", counter.text(agent.settings.system)],
      ["tools", counter.tools(registry.specs())],
    ]);
    for (const message of view().messages) {
      const name = REGION_OF[message.role];
      sums.set(name, (sums.get(name) ?? 0) + counter.message(message));
    }
    return [...sums].map(([name, tokens]) => ({ name, tokens }));
  }
}

const REGION_OF: Readonly<Record<Message["role"], ContextRegion["name"]>> = {
  user: "user",
  assistant: "assistant",
  tool: "outcomes",
};
