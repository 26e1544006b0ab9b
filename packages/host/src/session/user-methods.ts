import type { Agent } from "@squire/agent";
import type { AgentEvent, Entry, Trust } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import type { BlockResult, QueuedBlock } from "@squire/tools";
import type { Host } from "../open.ts";
import type { UserCommand } from "../workbench/user-command.ts";
import type { Workbench } from "../workbench/workbench.ts";
import type { SnapshotPort } from "./snapshot-port.ts";
import { turnDial } from "./trust-dial.ts";
import type { ConfirmYolo } from "./trust-dial.ts";

/** What the user does in a session besides talking to the model; every face can do it. */
export type UserMethods = {
  /** `/trust`: turns the dial here and for later sessions in this project; gives where it stands. */
  setTrust(trust: Trust): Promise<Trust>;
  /** `/untaint`: what was read so far taints nothing any more (PERM-16). */
  untaint(): Promise<void>;
  /** `!` and `!!` (SH-15). */
  runUserShell(command: string, options: UserCommand): Promise<Entry<"user_bash">>;
  /** Commands that begin so run unasked in this project, now and later (SH-3). */
  allowCommand(command: string): Promise<void>;
  /** Edits in the words of replies that wait, the oldest first (EDIT-9). */
  queuedEdits(): readonly QueuedBlock[];
  /** `/apply`, with the words behind it: nothing, a number, or a path. */
  applyEdits(words: string, signal: AbortSignal): Promise<readonly BlockResult[]>;
  /** `/discard`, likewise. */
  discardEdits(words: string): Promise<readonly QueuedBlock[]>;
};

type Parts = {
  readonly host: Host;
  readonly session: OpenSession;
  readonly workbench: Workbench;
  readonly snapshots: SnapshotPort;
  readonly agent: Agent;
  readonly emit: (event: AgentEvent) => void;
  readonly confirmYolo?: ConfirmYolo;
};

export function userMethods(parts: Parts): UserMethods {
  const { host, session, workbench, snapshots, agent, emit, confirmYolo } = parts;
  const { user, edits, audit } = workbench;
  const confirm = confirmYolo === undefined ? {} : { confirm: confirmYolo };
  return {
    setTrust: (trust) => turnDial({ host, session, audit, emit, ...confirm }, trust),
    untaint: () => user.untaint(),
    runUserShell: (command, options) => user.runShell(command, options),
    allowCommand: (command) => user.allowCommand(command),
    queuedEdits: () => edits?.list() ?? [],
    applyEdits: async (words, signal) => {
      // What the user applies can be taken back by itself.
      if (!agent.running) snapshots.beginTurn();
      const snapshot = session.path === null ? null : snapshots.snapshot;
      return (await edits?.apply(words, { snapshot, signal })) ?? [];
    },
    discardEdits: async (words) => (await edits?.discard(words)) ?? [],
  };
}
