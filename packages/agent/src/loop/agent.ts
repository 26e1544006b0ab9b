import type { Message, QueueItem, UserMessage } from "@squire/protocol";
import type { Sent } from "../context/prefix-break.ts";
import type { ToolSource } from "../tool/registry.ts";
import type { Tool } from "../tool/tool.ts";
import type { AgentSettings } from "./settings.ts";
import type { TurnResult } from "./turn-result.ts";

export type AgentOptions = {
  readonly settings?: Partial<AgentSettings>;
  /** Examples that stand before the conversation. */
  readonly fewShots?: readonly Message[];
  /** What waited when the session was last closed (SES-9). */
  readonly queue?: readonly QueueItem[];
  /** The last request in the log, so that a changed prefix is noticed after a resume. */
  readonly lastSent?: Sent;
  /** The fingerprints of the prefixes that the log holds. */
  readonly prefixes?: Iterable<string>;
};

export type PromptOptions = { readonly signal?: AbortSignal; readonly synthetic?: boolean };

/** One session's loop. */
export type Agent = {
  readonly running: boolean;
  readonly settings: AgentSettings;
  readonly queue: readonly QueueItem[];
  /** Of the whole prefix, tools included (LOOP-2). */
  readonly fingerprint: string;
  /**
   * Runs a turn; steering that an earlier process left behind goes before the message. Resolves
   * when it has ended, however; rejects with `AgentBusy` while one runs.
   */
  prompt(message: UserMessage, options?: PromptOptions): Promise<TurnResult>;
  /** Heard after the current call; the rest of the reply's calls do not run (LOOP-7). */
  steer(message: UserMessage): Promise<string>;
  /** Becomes the next turn once this one is done. */
  followUp(message: UserMessage): Promise<string>;
  /** Stops the running turn and begins another one with this message. */
  replace(message: UserMessage): Promise<string>;
  /** Takes a message back that was not sent yet. */
  withdraw(queueId: string): Promise<boolean>;
  /** Changes a message that was not sent yet; false when it is no longer there. */
  revise(queueId: string, message: UserMessage): Promise<boolean>;
  /** Stops the turn at once; resolves when it has ended (LOOP-9). False when none was running. */
  abort(): Promise<boolean>;
  /** Resolves when no turn runs and none is about to. */
  whenIdle(): Promise<void>;
  /** Holds from the next turn on (LOOP-21). */
  reconfigure(changes: Partial<AgentSettings>): void;
  /** False when the name is taken. Costs the vendor's cache once, which is announced (LOOP-2). */
  addTool(tool: Tool, source?: ToolSource): boolean;
  /** Null: all. Names that no tool has are given back (TOOL-11). */
  setActiveTools(names: readonly string[] | null): Promise<readonly string[]>;
};
