import type { Approve } from "@squire/agent";
import type { ModelInfo } from "@squire/llm";
import type { AgentEvent, Mode, ThinkingLevel, Trust } from "@squire/protocol";
import type { Sandbox } from "@squire/safety";
import type { OpenSession, PreListener } from "@squire/session";
import type { AskUser } from "@squire/tools";
import type { OpenModel } from "../models/assemble.ts";
import type { Host } from "../open.ts";
import type { ResearchWish } from "../research/research-parts.ts";
import type { RunRules } from "../safety/policy.ts";
import type { UserBash } from "../workbench/user-command.ts";
import type { ConfirmYolo } from "./trust-dial.ts";

/** What a live session is made from. */
export type LiveInput = {
  readonly host: Host;
  readonly session: OpenSession;
  readonly info: ModelInfo;
  readonly model: OpenModel;
  readonly thinking?: ThinkingLevel;
  /** By default what the session had, and `code` for a new one. */
  readonly mode?: Mode;
  /** Replaces the built-in instructions; "" sends none. */
  readonly system?: string;
  readonly appendSystem?: string;
  /** By default what the session had, and `review` for a new one. */
  readonly trust?: Trust;
  /** `--yes`. */
  readonly yes: boolean;
  /** `--allow`, `--ask`, `--deny`. */
  readonly rules?: RunRules;
  /** Puts approvals to whoever is there; absent: nobody is (C8). */
  readonly approve?: Approve;
  /** How long an answer is waited for, as requests say it; absent: as long as it takes. */
  readonly approvalMs?: number;
  readonly askUser?: AskUser;
  /** Asked before everything may happen unasked; absent: only a flag is a yes (PERM-9). */
  readonly confirmYolo?: ConfirmYolo;
  /** Stands in for the shell behind `!` (SH-15). */
  readonly userBash?: UserBash;
  readonly tools: boolean;
  /** How research is done here. */
  readonly research?: ResearchWish;
  readonly maxSteps: number;
  /** 0 = no limit. */
  readonly budgetUsd: number;
  readonly emit: (event: AgentEvent) => void;
  /** Asked before a compaction (SES-8). */
  readonly before?: readonly PreListener[];
  /** Told of what confines commands when the first one runs. */
  readonly onSandbox?: (sandbox: Sandbox) => void;
};
