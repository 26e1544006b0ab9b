import type { Entry } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import { advance, BEFORE_TURNS, readLog } from "@squire/session";
import { NOTE_TOPIC, readMark, type RewindMark } from "./marker.ts";
import type { RewindSite } from "./site.ts";

/** A moment to go back to. */
export type Moment = {
  /** The entry that came next. */
  readonly entryId: string;
  /** Its line in the log: whatever is behind it happened later, on any branch. */
  readonly line: number;
  /** Where the conversation stood; null before its first entry. */
  readonly leafId: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
};

export type StoryTurn = Moment & {
  readonly turn: number;
  /** What the user said. */
  readonly text: string;
  /** Of what the turn changed; none when it changed nothing. */
  readonly snapshotIds: readonly string[];
};

export type StoryRewind = Moment & RewindMark & { readonly undone: boolean };

export type StorySnapshot = {
  readonly snapshotId: string;
  readonly line: number;
  readonly paths: readonly string[];
};

/** What a log says about the turns of a session and what was taken back of them. */
export type Story = {
  /** Of the active branch. */
  readonly turns: readonly StoryTurn[];
  /** Of all branches, like what follows: files do not know about branches. */
  readonly rewinds: readonly StoryRewind[];
  readonly snapshots: readonly StorySnapshot[];
};

type Read = {
  readonly lines: Map<string, number>;
  readonly marks: { readonly entry: Entry; readonly mark: RewindMark; readonly line: number }[];
  readonly snapshots: Map<string, StorySnapshot>;
};

/** Reads the log through: only the file knows in which order branches came about. */
export async function readStory({ session, ports }: RewindSite): Promise<Story> {
  const read: Read = { lines: new Map(), marks: [], snapshots: new Map() };
  for await (const found of readLog(ports.disk, session.path)) {
    if (found.kind === "entry" && found.entry.kind === "known") {
      take(read, found.entry.value, found.line);
    }
  }
  const undone = undoneOf(read.marks.map(({ entry, mark }) => ({ ...mark, entryId: entry.id })));
  return {
    turns: turnsOf(session.tree.branch(), read.lines),
    rewinds: read.marks.map(({ entry, mark, line }) => ({
      ...mark,
      entryId: entry.id,
      line,
      leafId: entry.parentId,
      at: entry.ts,
      undone: undone.has(entry.id),
    })),
    snapshots: [...read.snapshots.values()],
  };
}

/** Undoing an undo brings the rewind back that it had undone. */
function undoneOf(
  rewinds: readonly (RewindMark & { readonly entryId: string })[],
): ReadonlySet<string> {
  const undoes = new Map(rewinds.map((rewind) => [rewind.entryId, rewind.undoes]));
  const undone = new Set<string>();
  for (const rewind of rewinds) {
    let taken = true;
    // An imported log may say anything: one that names a later entry must not go in circles.
    const seen = new Set<string>();
    for (let id = rewind.undoes; id !== undefined && !seen.has(id); id = undoes.get(id)) {
      seen.add(id);
      if (taken) undone.add(id);
      else undone.delete(id);
      taken = !taken;
    }
  }
  return undone;
}

function take({ lines, marks, snapshots }: Read, entry: Entry, line: number): void {
  if (entry.type === "message" && entry.message.role === "user") lines.set(entry.id, line);
  const mark = readMark(entry);
  if (mark !== null) marks.push({ entry, mark, line });
  if (entry.type !== "snapshot") return;
  const { snapshotId, paths } = entry;
  const known = snapshots.get(snapshotId) ?? { snapshotId, line, paths: [] };
  snapshots.set(snapshotId, { ...known, paths: [...new Set([...known.paths, ...paths])] });
}

function turnsOf(
  branch: readonly Entry[],
  lines: ReadonlyMap<string, number>,
): readonly StoryTurn[] {
  const turns: StoryTurn[] = [];
  let cursor = BEFORE_TURNS;
  for (const [index, entry] of branch.entries()) {
    const next = advance(cursor, entry);
    const open = turns.at(-1);
    if (next !== cursor && entry.type === "message") {
      turns.push({
        turn: next.turn,
        text: textOf(entry.message),
        snapshotIds: [],
        entryId: entry.id,
        // One that is not in the file has nothing behind it.
        line: lines.get(entry.id) ?? Number.MAX_SAFE_INTEGER,
        leafId: branch[firstOf(branch, index, entry.queueId) - 1]?.id ?? null,
        at: entry.ts,
      });
    } else if (entry.type === "snapshot" && entry.cause === "turn" && open !== undefined) {
      const snapshotIds = [...new Set([...open.snapshotIds, entry.snapshotId])];
      turns[turns.length - 1] = { ...open, snapshotIds };
    }
    cursor = next;
  }
  return turns;
}

/** Facts for a turn, and the message while it waited, are in the log before it and go with it. */
function firstOf(branch: readonly Entry[], index: number, queueId: string | undefined): number {
  const belongs = (entry: Entry | undefined): boolean =>
    (entry?.type === "context" && entry.topic !== NOTE_TOPIC) ||
    (entry?.type === "queued" && entry.queueId === queueId);
  let first = index;
  while (belongs(branch[first - 1])) first--;
  return first;
}
