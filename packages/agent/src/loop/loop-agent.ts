import { textOf } from "@squire/protocol/values";
import type { Message, QueueItem, UserMessage } from "@squire/protocol";
import { Prefix } from "../context/prefix.ts";
import type { ToolSource } from "../tool/registry.ts";
import type { Tool } from "../tool/tool.ts";
import { afterTurn } from "./after-turn.ts";
import { AgentBusy } from "./agent-busy.ts";
import type { Agent, AgentOptions, PromptOptions } from "./agent.ts";
import type { Delivery } from "./message-queue.ts";
import type { LoopPorts } from "./ports.ts";
import type { TurnMessage } from "./say.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";
import type { AgentSettings } from "./settings.ts";
import type { TurnResult } from "./turn-result.ts";
import { newScratch, newState } from "./turn-state.ts";
import type { AgentState } from "./turn-state.ts";
import { runTurn } from "./turn.ts";

type Start = { readonly messages: readonly TurnMessage[]; readonly signal?: AbortSignal };

type Ended = {
  readonly result: TurnResult;
  readonly goOn: UserMessage | null;
  /** Also when the abort came too late to change the result. */
  readonly aborted: boolean;
};

/** Owns the running turn: one at a time, and what waits behind it. */
export class LoopAgent implements Agent {
  readonly #ports: LoopPorts;
  readonly #fewShots: readonly Message[];
  readonly #state: AgentState;
  #settings: AgentSettings;
  /** The system text of the prefix. */
  #system: string;
  /** Stops the running turn; null while none runs. */
  #stop: AbortController | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #idle: Promise<void> = Promise.resolve();

  constructor(ports: LoopPorts, options: AgentOptions) {
    const { settings, fewShots = [] } = options;
    this.#ports = ports;
    this.#fewShots = fewShots;
    this.#settings = { ...DEFAULT_SETTINGS, ...settings };
    this.#system = this.#settings.system;
    this.#state = newState(ports, this.#newPrefix(), options);
  }

  get running(): boolean {
    return this.#stop !== null;
  }

  get settings(): AgentSettings {
    return this.#settings;
  }

  get queue(): readonly QueueItem[] {
    return this.#state.queue.items;
  }

  get fingerprint(): string {
    return this.#state.prefix.fingerprint;
  }

  prompt(message: UserMessage, { signal, synthetic }: PromptOptions = {}): Promise<TurnResult> {
    if (this.running) return Promise.reject(new AgentBusy());
    const own = { message, ...(synthetic === undefined ? {} : { synthetic }) };
    return this.#start({
      messages: [...this.#state.queue.takeLeftOver(), own],
      ...(signal === undefined ? {} : { signal }),
    });
  }

  steer(message: UserMessage): Promise<string> {
    return this.#enqueue(message, "steer");
  }

  followUp(message: UserMessage): Promise<string> {
    return this.#enqueue(message, "follow_up");
  }

  replace(message: UserMessage): Promise<string> {
    return this.#enqueue(message, "replace");
  }

  withdraw(queueId: string): Promise<boolean> {
    return this.#state.queue.withdraw(queueId);
  }

  revise(queueId: string, message: UserMessage): Promise<boolean> {
    return this.#state.queue.revise(queueId, message);
  }

  async abort(): Promise<boolean> {
    const stop = this.#stop;
    if (stop === null) return false;
    stop.abort();
    await this.#turn;
    return true;
  }

  whenIdle(): Promise<void> {
    return this.#idle;
  }

  reconfigure(changes: Partial<AgentSettings>): void {
    this.#settings = { ...this.#settings, ...changes };
    if (changes.budget === undefined) return;
    this.#state.warned.near = false;
    this.#state.warned.blind = false;
  }

  addTool(tool: Tool, source?: ToolSource): boolean {
    const { tools } = this.#ports;
    if (!tools.add(tool, source)) return false;
    const spec = tools.specs().find(({ name }) => name === tool.name);
    return spec === undefined || this.#state.prefix.addTool(spec);
  }

  async setActiveTools(names: readonly string[] | null): Promise<readonly string[]> {
    const { tools, log, emit } = this.#ports;
    const { unknown } = tools.setActive(names);
    this.#state.prefix = this.#newPrefix();
    const active = tools.active().map(({ name }) => name);
    await log.append<"tools_change">({ type: "tools_change", active });
    emit({ type: "tools.changed", active });
    return unknown;
  }

  /** The message is safe when it resolves. When nothing runs, it is a turn of its own. */
  async #enqueue(message: UserMessage, delivery: Delivery): Promise<string> {
    const queueId = await this.#state.queue.add(message, delivery);
    if (this.#stop !== null && delivery === "replace") this.#stop.abort();
    const next = this.#stop === null ? this.#waiting() : null;
    if (next !== null) void this.#start(next).catch(() => {});
    return queueId;
  }

  #start(start: Start): Promise<TurnResult> {
    return new Promise((resolve, reject) => {
      this.#idle = this.#drive(start, resolve).catch((error: unknown) => {
        this.#stop = null;
        reject(error);
      });
    });
  }

  /** Turn after turn, until nobody wants anything more. */
  async #drive(first: Start, settle: (result: TurnResult) => void): Promise<void> {
    for (let next: Start | null = first; next !== null;) {
      this.#stop = new AbortController();
      const turn = this.#run(next, this.#stop.signal);
      this.#turn = turn.catch(() => {});
      const ended = await turn;
      settle(ended.result);
      next = this.#following(ended);
      if (next === null) this.#rest();
    }
  }

  async #run({ messages, signal: wanted }: Start, own: AbortSignal): Promise<Ended> {
    const ports = this.#ports;
    const settings = this.#settings;
    const signal = wanted === undefined ? own : AbortSignal.any([own, wanted]);
    if (settings.system !== this.#system) {
      this.#system = settings.system;
      this.#state.prefix = this.#newPrefix();
    }
    const userText = messages.map(({ message }) => textOf(message)).join("\n");
    const scratch = newScratch(ports, userText);
    const runId = ports.ids();
    const opening = messages.map(({ message }) => message);
    const guide = ports.guide?.({ runId, mode: settings.mode, messages: opening, signal }) ?? null;
    const turn = { runId, ports, settings, state: this.#state, scratch, signal, guide };
    const result = await runTurn(turn, messages);
    const goOn = await afterTurn(ports, result, signal);
    return { result, goOn, aborted: signal.aborted };
  }

  /** What comes after a turn by itself. One that was cut off or waits for the user ends the row. */
  #following({ result, goOn, aborted }: Ended): Start | null {
    const replacements = this.#state.queue.takeReplacements();
    if (replacements.length > 0) return { messages: replacements };
    if (aborted || result.status !== "finished" || !RESTING.has(result.reason)) return null;
    return goOn === null ? this.#waiting() : { messages: [{ message: goOn, synthetic: true }] };
  }

  /** What was meant for the turn that is over must not cut into the next one. */
  #rest(): void {
    this.#stop = null;
    this.#state.queue.settle();
  }

  #waiting(): Start | null {
    const messages = this.#state.queue.takeNext(this.#settings.queueMode);
    return messages.length === 0 ? null : { messages };
  }

  #newPrefix(): Prefix {
    const { system } = this.#settings;
    return new Prefix({ system, tools: this.#ports.tools.specs(), fewShots: this.#fewShots });
  }
}

const RESTING: ReadonlySet<string> = new Set(["stop", "length", "approval"]);
