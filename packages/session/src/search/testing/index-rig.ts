import { nodeDisk, openDatabase } from "@squire/platform";
import { tempWorkspace } from "@squire/testkit";
import type { EntryDraft } from "@squire/protocol";
import { fileStore } from "../../store.ts";
import type { SessionStore } from "../../store.ts";
import { testPorts } from "../../testing/rig.ts";
import { indexPath, openIndex } from "../session-index.ts";
import type { IndexPorts, SessionIndex } from "../session-index.ts";

export type IndexRig = AsyncDisposable & {
  readonly home: string;
  readonly ports: IndexPorts;
  readonly store: SessionStore;
  readonly notices: readonly string[];
  /** A new session with these entries; its id and the path of its log. */
  session(drafts: readonly EntryDraft[], cwd?: string): Promise<{ id: string; path: string }>;
  open(parts?: Partial<IndexPorts>): Promise<SessionIndex>;
  /** The index file and what SQLite keeps beside it. */
  indexFiles(): readonly string[];
};

/** Sessions and an index on the real disk, as SQLite wants it. */
export async function indexRig(): Promise<IndexRig> {
  const folder = await tempWorkspace();
  const home = folder.root;
  const ports = { ...testPorts(nodeDisk()), openDatabase };
  const store = fileStore(ports, home);
  const notices: string[] = [];
  return {
    home,
    ports,
    store,
    notices,
    async session(drafts, cwd = "/project") {
      await using session = await store.create({ cwd });
      for (const draft of drafts) await session.append(draft);
      return { id: session.header.id, path: session.path ?? "" };
    },
    open: (parts = {}) =>
      openIndex({ ...ports, ...parts }, home, (notice) => void notices.push(notice)),
    indexFiles: () => ["", "-wal", "-shm"].map((end) => indexPath(home) + end),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
