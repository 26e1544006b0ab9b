import { outcomeLine, sumUsage } from "@squire/agent";
import type {
  AgentEvent,
  CallBlock,
  Citation,
  Entry,
  JsonValue,
  KeptEvent,
  Usage,
} from "@squire/protocol";
import { NO_USAGE, userFailureOf } from "@squire/protocol/values";
import { readMark } from "../session/rewind/marker.ts";

type Plain = KeptEvent["event"];

/** A turn as far as its entries have been read. */
type OpenTurn = {
  readonly runId: string;
  readonly startedAt: number;
  readonly last: Entry<"message"> | null;
  readonly usage: Usage;
  readonly costUsd: number | null;
};

/**
 * The entries of a branch as the events that a face would have heard, oldest first: what was only
 * passing is left out, and the ends of turns, which the log does not keep, are told from what it has.
 */
export function keptEvents(
  entries: Iterable<Entry>,
  { model, isOver }: { readonly model: string; readonly isOver: boolean },
): readonly KeptEvent[] {
  const teller = new Teller(model);
  for (const entry of entries) teller.read(entry);
  if (isOver) teller.endTurn();
  return teller.events;
}

class Teller {
  readonly events: KeptEvent[] = [];
  readonly #model: string;
  readonly #calls = new Map<string, CallBlock>();
  #turn: OpenTurn | null = null;
  #cited: Citation[] = [];
  #at = 0;

  constructor(model: string) {
    this.#model = model;
  }

  read(entry: Entry): void {
    // A turn ends when its last entry came, not when the next one begins.
    const before = this.#at;
    this.#at = entry.ts;
    switch (entry.type) {
      case "message":
        return this.#message(entry, before);
      case "tool_started":
        return this.#start(entry);
      case "tool_result":
        return this.#finish(entry);
      case "approval":
        return this.#approval(entry);
      case "usage":
        return this.#spend(entry);
      case "branch_summary":
        return this.#notes(entry, before);
      case "citation":
        return this.#cite(entry);
      default:
        for (const event of plainEvents(entry)) this.#tell(event);
    }
  }

  endTurn(at: number = this.#at): void {
    const turn = this.#turn;
    if (turn === null) return;
    this.#turn = null;
    this.events.push({ at, event: endOf(turn, at) });
  }

  #tell(event: Plain): void {
    this.events.push({ at: this.#at, event });
  }

  #message(entry: Entry<"message">, before: number): void {
    const { id: entryId, message, status, runId, synthetic } = entry;
    if (runId !== undefined && runId !== this.#turn?.runId) {
      this.endTurn(before);
      this.#beginTurn(runId);
    }
    if (message.role === "assistant") {
      for (const block of message.content) {
        if (block.type === "call") this.#calls.set(block.id, block);
      }
    }
    if (this.#turn !== null) this.#turn = { ...this.#turn, last: entry };
    this.#tell({
      type: "message.added",
      entryId,
      message,
      status,
      ...(runId === undefined ? {} : { runId }),
      ...(synthetic === undefined ? {} : { synthetic }),
    });
    if (message.role === "assistant") this.#tellCited();
  }

  /** What an answer cites is in the log before it, and told behind it. */
  #cite({
    id: _id,
    parentId: _p,
    ts: _ts,
    prev: _prev,
    h: _h,
    type: _type,
    ...cited
  }: Entry<"citation">): void {
    // A note of research is no citation yet; a place in a file is one without a number of its own.
    if (cited.n === undefined && cited.claim !== undefined) return;
    this.#cited.push({ ...cited, n: cited.n ?? this.#cited.length + 1 });
  }

  #tellCited(): void {
    const runId = this.#runId();
    for (const citation of this.#cited) this.#tell({ type: "citation.checked", runId, citation });
    this.#cited = [];
  }

  #beginTurn(runId: string): void {
    this.#turn = { runId, startedAt: this.#at, last: null, usage: NO_USAGE, costUsd: 0 };
    this.#tell({ type: "turn.started", runId, mode: "code", model: this.#model });
  }

  #start({ callId, name, effect, summary, runId }: Entry<"tool_started">): void {
    const args = argsOf(this.#calls.get(callId));
    const run = runId ?? this.#runId();
    this.#tell({ type: "tool.started", runId: run, callId, name, summary, effect, args });
  }

  #finish({ outcome, details, runId: own }: Entry<"tool_result">): void {
    const { callId } = outcome;
    const runId = own ?? this.#runId();
    const call = this.#calls.get(callId);
    // What a call that never began would have done is not known: nothing is said about it.
    const name = call?.name ?? outcome.name;
    const summary = outcomeLine({ outcome, details });
    this.#tell({ type: "tool.finished", runId, callId, name, summary, outcome, details });
  }

  #approval(entry: Entry<"approval">): void {
    const runId = this.#runId();
    if (entry.state === "asked") {
      this.#tell({ type: "approval.requested", runId, request: entry.request });
    } else if (entry.state === "answered") {
      const { approvalId, callId, answer } = entry;
      this.#tell({ type: "approval.answered", runId, approvalId, callId, answer });
    }
  }

  #spend({ runId, kind, model, usage, costUsd }: Entry<"usage">): void {
    const turn = this.#turn;
    if (turn !== null && kind === "turn") {
      const cost = turn.costUsd === null || costUsd === null ? null : turn.costUsd + costUsd;
      this.#turn = { ...turn, usage: sumUsage(turn.usage, usage), costUsd: cost };
    }
    const run = runId === undefined ? {} : { runId };
    this.#tell({ type: "usage.reported", ...run, kind, model, usage, costUsd });
  }

  /** They were taken when nothing ran. */
  #notes({ id, fromId, summary }: Entry<"branch_summary">, before: number): void {
    this.endTurn(before);
    this.#tell({ type: "summary.finished", summaryId: id, entryId: id, fromId, summary });
  }

  /** Approvals do not say which turn they belong to: it is the one they stand in. */
  #runId(): string {
    return this.#turn?.runId ?? "earlier";
  }
}

/** Entries that are events by themselves. */
function plainEvents(entry: Entry): readonly Plain[] {
  switch (entry.type) {
    case "title":
      return [{ type: "title.changed", title: entry.title }];
    case "mode_change":
      return [{ type: "mode.changed", mode: entry.mode }];
    case "trust_change":
      return [{ type: "trust.changed", trust: entry.trust }];
    case "model_change": {
      const { model, temporary, cause } = entry;
      const why = cause === undefined ? {} : { cause };
      return [{ type: "model.changed", model, temporary, ...why }];
    }
    case "thinking_change":
      return [{ type: "thinking.changed", thinking: entry.thinking, temporary: entry.temporary }];
    case "plan":
      return [{ type: "plan.changed", change: entry.change, plan: entry.plan }];
    case "todo":
      return [{ type: "todo.changed", items: entry.items }];
    case "compaction":
      return [compactionEvent(entry)];
    case "prefix_break":
      return [{ type: "prefix.changed", cause: entry.cause, tokensLost: entry.tokensLost }];
    case "user_bash":
      return [shellEvent(entry)];
    case "context":
      return entry.topic === NOTE
        ? [{ type: "note.added", entryId: entry.id, text: entry.text }]
        : [];
    case "custom":
      return rewindEvents(entry);
    default:
      return [];
  }
}

/** The topic of what the user noted for the model. */
export const NOTE = "note";

function compactionEvent(entry: Entry<"compaction">): Plain {
  const { id, tokensBefore, tokensAfter = tokensBefore, shortSummary } = entry;
  const short = shortSummary === undefined ? {} : { shortSummary };
  const ids = { compactionId: id, entryId: id };
  return { type: "compaction.finished", ...ids, tokensBefore, tokensAfter, ...short };
}

export function shellEvent(entry: Entry<"user_bash">): AgentEvent<"shell.finished"> {
  const { id, command, cwd, output, exitCode, truncated, durationMs, artifactId } = entry;
  return {
    type: "shell.finished",
    shellId: id,
    entryId: id,
    command,
    cwd,
    private: entry.private,
    output,
    exitCode,
    truncated,
    durationMs,
    ...(artifactId === undefined ? {} : { artifactId }),
  };
}

function rewindEvents(entry: Entry<"custom">): readonly Plain[] {
  const mark = readMark(entry);
  if (mark === null) return [];
  return [{ type: "rewind.applied", entryId: entry.id, turns: 0, files: [], ...mark }];
}

function endOf({ runId, startedAt, last, usage, costUsd }: OpenTurn, at: number): Plain {
  const isReply = last?.message.role === "assistant";
  if (!isReply || last.status === "aborted") {
    return {
      type: "turn.aborted",
      runId,
      partialSaved: isReply && last.message.content.length > 0,
    };
  }
  if (last.status === "error" && last.failure !== undefined) {
    return { type: "turn.failed", runId, failure: userFailureOf(last.failure) };
  }
  const reason = last.reason === "length" ? "length" : "stop";
  const durationMs = Math.max(0, at - startedAt);
  return { type: "turn.finished", runId, reason, usage, costUsd, durationMs };
}

/** As they were run; the raw text where they are no JSON. */
function argsOf(call: CallBlock | undefined): JsonValue {
  if (call === undefined) return null;
  try {
    return JSON.parse(call.argsText) as JsonValue;
  } catch {
    return call.argsText;
  }
}
