import type { Approve, Tool } from "@squire/agent";
import type { AgentEvent, Mode, Trust } from "@squire/protocol";
import type { InspectPorts, Sandbox } from "@squire/safety";
import type { OpenSession } from "@squire/session";
import type { AskUser } from "@squire/tools";
import type { Host } from "../open.ts";
import type { RunRules } from "../safety/policy.ts";
import type { UserBash } from "./user-command.ts";

/** What a session gives to the workbench it works at. */
export type WorkbenchInput = {
  readonly host: Host;
  readonly session: OpenSession;
  readonly mode: () => Mode;
  readonly trust: () => Trust;
  /** `--yes`. */
  readonly yes: boolean;
  /** Null: nobody is there. */
  readonly approve: Approve | null;
  readonly approvalMs?: number;
  readonly askUser: AskUser | null;
  /** Stands in for the shell behind `!`. */
  readonly userBash?: UserBash;
  readonly rules?: RunRules;
  /** False: no tool is offered in this session. */
  readonly tools?: boolean;
  readonly emit: (event: AgentEvent) => void;
  /** A tool that is there from now on: for what waits to be resolved, for a plan. */
  readonly onTool?: (tool: Tool) => void;
  /** The entries that the model sees now. */
  readonly view: () => readonly string[];
  /** The gate's looks at the disk; absent: each call looks anew. */
  readonly inspect?: InspectPorts;
  /** Told of what confines commands when the first one runs. */
  readonly onSandbox?: (sandbox: Sandbox) => void;
};
