import type { Entry, Mode, UserMessage } from "@squire/protocol";
import { FIRST_MODE } from "./resume.ts";

/** A run as the log has it: from its first message to the entry before the next run. */
export type RecordedRun = {
  readonly mode: Mode;
  /** How it began. */
  readonly opening: readonly Entry<"message">[];
  readonly entries: readonly Entry[];
};

/** What a branch says about how a session went, sorted for playing it again. */
export type Recording = {
  /** What came before the first run. */
  readonly before: readonly Entry[];
  readonly runs: readonly RecordedRun[];
  readonly prefixes: ReadonlyMap<string, Entry<"prefix">>;
};

export function recordingOf(branch: readonly Entry[]): Recording {
  const starts = startsOf(branch);
  const modes = branch.map(modeTeller());
  return {
    before: branch.slice(0, starts[0] ?? branch.length),
    runs: starts.map((start, n) => {
      const entries = branch.slice(start, starts[n + 1] ?? branch.length);
      return { mode: modes[start] ?? FIRST_MODE, opening: openingOf(entries), entries };
    }),
    prefixes: new Map(
      branch.flatMap((entry) => (entry.type === "prefix" ? [[entry.hash, entry] as const] : [])),
    ),
  };
}

/** Where a user message begins another run. */
function startsOf(branch: readonly Entry[]): readonly number[] {
  let runId: string | undefined;
  return branch.flatMap((entry, at) => {
    if (!isUsers(entry) || entry.runId === undefined || entry.runId === runId) return [];
    ({ runId } = entry);
    return [at];
  });
}

/** The messages before the first request: one, or several that had been waiting. */
function openingOf(entries: readonly Entry[]): readonly Entry<"message">[] {
  const end = entries.findIndex((entry) => !isUsers(entry));
  return (end === -1 ? entries : entries.slice(0, end)).filter(isUsers);
}

export function isUsers(
  entry: Entry,
): entry is Entry<"message"> & { readonly message: UserMessage } {
  return entry.type === "message" && entry.message.role === "user";
}

function modeTeller(): (entry: Entry) => Mode {
  let mode = FIRST_MODE;
  return (entry) => {
    if (entry.type === "mode_change") ({ mode } = entry);
    return mode;
  };
}
