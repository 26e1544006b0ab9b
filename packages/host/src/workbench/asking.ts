import type { Approve, Gate } from "@squire/agent";
import { placesOf } from "@squire/tools";
import type { SessionAudit } from "../safety/session-audit.ts";
import type { SessionGate } from "../safety/session-gate.ts";
import { QueuedEdits } from "./queued-edits.ts";
import { RejectedEdits } from "./rejected-edits.ts";
import { rememberAnswers } from "./remember-answers.ts";
import type { RuleBook } from "./rule-book.ts";
import type { SessionTools } from "./session-tools.ts";
import type { WorkbenchInput } from "./workbench-input.ts";
import type { WorkPlace } from "./work-place.ts";

export type AskingParts = {
  readonly input: WorkbenchInput;
  readonly gate: SessionGate;
  readonly audit: SessionAudit;
  readonly rules: RuleBook;
  readonly place: WorkPlace;
  readonly kit: SessionTools;
  readonly warn: (message: string) => void;
};

export type Asking = {
  /** The gate with its memory and its record. */
  readonly gate: Gate;
  /** Null: nobody is there. */
  readonly approve: Approve | null;
  /** Null: edits are not written in words. */
  readonly edits: QueuedEdits | null;
  beginTurn(): void;
};

/** How the user is asked, and what becomes of the answers. */
export function openAsking({ input, gate, audit, rules, place, kit, warn }: AskingParts): Asking {
  const { session, host } = input;
  const rejected = new RejectedEdits({
    files: () => place.files,
    onPaper: (files) => kit.onPaper(files),
  });
  const judgedCall = (callId: string) => gate.judgedCall(callId);
  const edits =
    kit.variant === "blocks"
      ? new QueuedEdits({
          session,
          look: gate.look,
          judgedCall,
          editing: () => kit.editing(),
          audit,
          reject: (call) => rejected.reject(call),
        })
      : null;
  const approving = (ask: Approve): Approve => {
    const asking = rememberAnswers(audit.approving(ask), {
      gate,
      rejected,
      audit,
      rules,
      home: host.home,
      root: () => place.root,
      filesOf: async (call) => (await placesOf(place.files, call)).map(({ name }) => name),
      warn,
    });
    return edits?.holding(asking) ?? asking;
  };
  return {
    gate: audit.gate(rejected.gate(gate.judge)),
    approve: input.approve === null ? null : approving(input.approve),
    edits,
    beginTurn() {
      rejected.beginTurn();
      rules.endTurn();
    },
  };
}
