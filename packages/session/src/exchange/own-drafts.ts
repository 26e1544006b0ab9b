import type { SessionPorts } from "../ports.ts";
import { readLog } from "../log/read.ts";
import type { LogEntry, LogLine } from "../log/read.ts";
import { newerVersion } from "../log/open.ts";
import { isSessionId } from "../paths.ts";
import { disarm } from "./disarm.ts";
import { leave, place, reportOf, startWalk } from "./imported.ts";
import type { ImportOrigin, ImportReport, ImportWalk, PlacedDraft } from "./imported.ts";

export type OwnDrafts = {
  drafts(): AsyncGenerator<PlacedDraft>;
  /** Complete when `drafts` has ended. */
  report(): ImportReport;
  origin(): ImportOrigin;
};

type OwnWalk = ImportWalk & {
  /** The id that each entry of the source has here. */
  readonly known: Map<string, string>;
  readonly used: Set<string>;
  leaf: string | null;
  origin: ImportOrigin;
};

/** The entries of a log of Squire from elsewhere, one by one, without what would act. */
export function ownDrafts({ disk, ids }: SessionPorts, path: string): OwnDrafts {
  const walk: OwnWalk = {
    ...startWalk("squire", ids),
    known: new Map(),
    used: new Set(),
    leaf: null,
    origin: {},
  };
  return {
    async *drafts() {
      for await (const line of readLog(disk, path)) {
        if (line.problem?.code === "version") throw newerVersion(path);
        addLine(walk, line);
        yield* walk.drafts.splice(0);
      }
    },
    report: () => reportOf(walk),
    origin: () => walk.origin,
  };
}

function addLine(walk: OwnWalk, found: LogLine): void {
  walk.lines++;
  const source = { line: found.line, fields: null };
  switch (found.kind) {
    case "header":
      walk.imported++;
      walk.origin = { id: found.header.id, cwd: found.header.cwd };
      return;
    case "lost":
      return leave(walk, source, "line", found.problem.message);
    case "entry":
      if (found.problem !== undefined) {
        walk.changed.push({ line: found.line, what: "line", why: found.problem.message });
      }
      return addEntry(walk, found.entry, source);
  }
}

function addEntry(
  walk: OwnWalk,
  entry: LogEntry,
  source: { readonly line: number; readonly fields: null },
): void {
  const { value } = entry;
  const idOf = (id: string): string => walk.known.get(id) ?? id;
  if (walk.known.has(value.id)) return leave(walk, source, value.type, "its id was used before");
  const { draft, why } = disarm(entry, idOf);
  const id = ownId(walk, value.id);
  walk.known.set(value.id, id);
  walk.ts = value.ts;
  const { parentId } = value;
  const isThere = parentId === null || walk.known.has(parentId);
  const at = { id, parentId: parentId !== null && isThere ? idOf(parentId) : null };
  const made = place(walk, source, draft, isThere ? at : { id, parentId: walk.leaf });
  if (made === null) return;
  walk.imported++;
  walk.leaf = made;
  if (why !== null) walk.changed.push({ line: source.line, what: value.type, why });
}

/** Ids stay where they can: a session that comes back is the same. */
function ownId(walk: OwnWalk, id: string): string {
  const kept = isSessionId(id) && !walk.used.has(id) ? id : walk.ids();
  walk.used.add(kept);
  return kept;
}
