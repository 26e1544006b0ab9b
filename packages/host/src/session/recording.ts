import type { Entry, EntryDraft, Mode, OutcomeMessage, UserMessage } from "@squire/protocol";

/** What a log says about how a session went, sorted for playing it again. */
export type Recording = {
  /** `provider/model` of the first request. */
  readonly model: string;
  readonly mode: Mode;
  readonly prompts: readonly UserMessage[];
  readonly replies: readonly Entry<"message">[];
  readonly outcomes: ReadonlyMap<string, OutcomeMessage>;
  /** Calls that were let through. */
  readonly started: ReadonlySet<string>;
  readonly bodyHashes: readonly string[];
  /** What was appended to the log at the end of each turn. */
  readonly ends: readonly (readonly EntryDraft[])[];
};

export function recordingOf(branch: readonly Entry[]): Recording {
  const requests = branch.filter((entry) => entry.type === "request_sent" && entry.kind === "turn");
  const messages = branch.filter((entry) => entry.type === "message");
  const outcomes = branch.flatMap((entry) => (entry.type === "tool_result" ? [entry.outcome] : []));
  const modes = branch.flatMap((entry) => (entry.type === "mode_change" ? [entry.mode] : []));
  return {
    model:
      requests.flatMap((entry) => (entry.type === "request_sent" ? [entry.model] : []))[0] ?? "",
    mode: modes[0] ?? "code",
    prompts: messages.flatMap((entry) => promptOf(entry)),
    replies: messages.filter(({ message }) => message.role === "assistant"),
    outcomes: new Map(outcomes.map((outcome) => [outcome.callId, outcome])),
    started: new Set(
      branch.flatMap((entry) => (entry.type === "tool_started" ? [entry.callId] : [])),
    ),
    bodyHashes: requests.flatMap((entry) =>
      entry.type === "request_sent" ? [entry.bodyHash] : [],
    ),
    ends: endsOf(branch),
  };
}

function promptOf({ message, synthetic }: Entry<"message">): readonly UserMessage[] {
  return message.role === "user" && synthetic !== true ? [message] : [];
}

/** The entries that change the view, by the turn they followed. */
function endsOf(branch: readonly Entry[]): readonly (readonly EntryDraft[])[] {
  const ends: EntryDraft[][] = [];
  for (const entry of branch) {
    if (entry.type === "message" && promptOf(entry).length > 0) ends.push([]);
    if (isView(entry)) ends.at(-1)?.push(draftOf(entry));
  }
  return ends;
}

/** A note of what was rewound is shown to the model as well. */
function isView(entry: Entry): entry is Entry<"compaction" | "prune" | "context"> {
  return entry.type === "compaction" || entry.type === "prune" || entry.type === "context";
}

function draftOf(entry: Entry<"compaction" | "prune" | "context">): EntryDraft {
  const { id: _id, parentId: _parent, ts: _ts, prev: _prev, h: _h, ...draft } = entry;
  return draft;
}
