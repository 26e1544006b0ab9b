import type { Gate, Tool, ToolContext } from "@squire/agent";
import { systemClock } from "@squire/platform";
import type { Decision, JudgedCall, TrailStep } from "@squire/protocol";
import { changeHash } from "@squire/tools";
import type { FileTree } from "@squire/tools";
import { PaperFiles } from "./paper-files.ts";
import type { PaperChange } from "./paper-files.ts";

export type RejectPorts = {
  readonly files: () => FileTree;
  /** The tools of the session on these files. */
  readonly onPaper: (files: FileTree) => readonly Tool[];
};

/** Tools whose calls change files by what their arguments say. */
const EDITS: ReadonlySet<string> = new Set([
  "write",
  "edit",
  "multi_edit",
  "notebook",
  "delete",
  "move",
]);

export function isEdit({ name }: Pick<JudgedCall, "name">): boolean {
  return EDITS.has(name);
}

type Rejected = { readonly name: string; readonly turn: number };

/**
 * Changes that the user has rejected, by their content (EDIT-9): the same change by another tool is
 * the same change. In the turn of the rejection it is refused; later it is asked about again,
 * whatever a rule or the dial would let through, since the user may have come to want it.
 */
export class RejectedEdits {
  readonly #ports: RejectPorts;
  readonly #rejected = new Map<string, Rejected>();
  #turn = 0;

  constructor(ports: RejectPorts) {
    this.#ports = ports;
  }

  beginTurn(): void {
    this.#turn++;
  }

  /** The user said no to this call. Gives the names of the files it would have changed. */
  async reject(call: JudgedCall): Promise<readonly string[]> {
    if (!isEdit(call)) return [];
    const changes = await this.#changesOf(call);
    for (const change of changes) {
      this.#rejected.set(hashOf(change), { name: change.place.name, turn: this.#turn });
    }
    return changes.map(({ place }) => place.name);
  }

  /** The gate, with what was rejected before. */
  gate(judge: Gate): Gate {
    return async (call) => {
      const decision = await judge(call);
      // Nearly always nothing was: then nothing has to be worked out.
      if (this.#rejected.size === 0 || decision.verdict === "deny" || !isEdit(call)) {
        return decision;
      }
      const found = await this.#find(call);
      return found === null ? decision : withStep(decision, this.#stepFor(found));
    };
  }

  async #find(call: JudgedCall): Promise<Rejected | null> {
    for (const change of await this.#changesOf(call)) {
      const found = this.#rejected.get(hashOf(change));
      if (found !== undefined) return found;
    }
    return null;
  }

  #stepFor({ name, turn }: Rejected): TrailStep {
    return turn === this.#turn
      ? { stage: "rule", verdict: "deny", reason: `User rejected this edit to ${name}.` }
      : {
          stage: "rule",
          verdict: "ask",
          reason: `You rejected this very change to ${name} before.`,
        };
  }

  /** What the call would do. One that cannot apply changes nothing. */
  async #changesOf(call: JudgedCall): Promise<readonly PaperChange[]> {
    const paper = new PaperFiles(this.#ports.files());
    const tool = this.#ports.onPaper(paper.files).find(({ name }) => name === call.name);
    const prepared = tool?.prepare(call.args);
    if (prepared?.ok !== true) return [];
    try {
      await prepared.call.run(contextOf(paper.files.root, call));
    } catch {
      return [];
    }
    return paper.changes();
  }
}

function hashOf({ place, before, after }: PaperChange): string {
  return changeHash(place.path, before, after);
}

function withStep(decision: Decision, step: TrailStep): Decision {
  const { suggestedRule: _, ...rest } = decision;
  return { ...rest, verdict: step.verdict ?? "ask", trail: [...decision.trail, step] };
}

function contextOf(cwd: string, { callId }: JudgedCall): ToolContext {
  const nowhere = () => Promise.reject(new Error("Nothing is kept of what is only worked out."));
  return {
    cwd,
    callId,
    sessionId: "paper",
    signal: new AbortController().signal,
    report: () => {},
    artifacts: { save: nowhere, stream: nowhere },
    env: {},
    clock: systemClock,
  };
}
