import { dirname, join } from "node:path";
import { SESSION_VERSION } from "@squire/protocol/values";
import { ephemeralLog } from "./ephemeral.ts";
import { findSession, nameOf, namedSession } from "./find.ts";
import type { SessionRef } from "./find.ts";
import { withImportNote, writeFork } from "./fork.ts";
import { listSessions } from "./list.ts";
import type { SessionList } from "./list.ts";
import { LogError, storageError } from "./log/log-error.ts";
import { createLog, openLog } from "./log/open.ts";
import { verifyLog } from "./log/verify.ts";
import type { LogVerdict } from "./log/verify.ts";
import type { Log } from "./log/log.ts";
import { NOTHING_MENDED, openSession } from "./open-session.ts";
import type { OpenSession } from "./open-session.ts";
import { isSessionId, logName, projectKey, sessionName, sessionsPath } from "./paths.ts";
import type { SessionPorts } from "./ports.ts";
import { readSession } from "./read-session.ts";
import type { ReadSession } from "./read-session.ts";
import { recoveryOf } from "./recover.ts";
import { dropDraft, readDraft } from "./reply-draft.ts";
import type { DraftText } from "./reply-draft.ts";
import type { Recovery } from "./recover.ts";
import { SessionView } from "./session-view.ts";
import { headerOf } from "./summarise.ts";
import { LogIndex } from "./table/log-index.ts";
import type { LogIndexOptions } from "./table/log-index.ts";
import { emptyTrash, restoreSession, trashSession } from "./trash.ts";

export type NewSession = { readonly cwd: string; readonly name?: string };

export type StoreOptions = { readonly index?: LogIndexOptions };

/** Where sessions are kept. All methods reject with a `LogError`. A `key` is an id, its beginning or a name. */
export type SessionStore = {
  create(session: NewSession): Promise<OpenSession>;
  /** Nothing of it is written anywhere. */
  createEphemeral(session: NewSession): OpenSession;
  /** Takes the lock, mends what a crash left and says so in `mended`. */
  open(key: string, cwd?: string): Promise<OpenSession>;
  read(key: string, cwd?: string): Promise<ReadSession>;
  list(cwd?: string): Promise<SessionList>;
  find(key: string, cwd?: string): Promise<SessionRef>;
  /** The session `--session` means: that of this name in this folder, or null. */
  named(name: string, cwd: string): Promise<SessionRef | null>;
  verify(key: string, cwd?: string): Promise<LogVerdict>;
  /** A new session with the branch that ends in `entryId`, by default the active one. */
  fork(key: string, options?: { readonly entryId?: string }): Promise<SessionRef>;
  delete(key: string): Promise<void>;
  restore(id: string): Promise<SessionRef>;
  /** Gives the number of sessions that are gone for good. */
  emptyTrash(olderThanMs?: number): Promise<number>;
};

/** Sessions as files under `home` (SES-1). */
export function fileStore(
  ports: SessionPorts,
  home: string,
  { index }: StoreOptions = {},
): SessionStore {
  const find = (key: string, cwd?: string): Promise<SessionRef> =>
    findSession(ports, home, key, cwd);
  const viewOf: ViewOf = (path) => new SessionView(new LogIndex(ports, path, index));
  return {
    create: (session) => createSession(ports, home, session, viewOf),
    createEphemeral(session) {
      const view = new SessionView();
      const header = { type: "session", version: SESSION_VERSION, ...newHeader(ports, session) };
      const parts = ephemeralLog(ports, { ...header, type: "session" }, view);
      return openSession({ ...parts, path: null, view, mended: NOTHING_MENDED });
    },
    open: async (key, cwd) => openStored(ports, await find(key, cwd), viewOf),
    read: async (key, cwd) => readStored(ports, await find(key, cwd), viewOf),
    list: (cwd) => listSessions(ports, home, cwd),
    find,
    named: (name, cwd) => namedSession(ports, home, name, cwd),
    verify: async (key, cwd) => verifyStored(ports, await find(key, cwd)),
    fork: async (key, options) => {
      const ref = await find(key);
      return forkStored(ports, ref, await readStored(ports, ref, viewOf), options?.entryId);
    },
    delete: async (key) => trashSession(ports, home, await find(key)),
    restore: (id) => restoreSession(ports, home, id),
    emptyTrash: (olderThanMs) => emptyTrash(ports, home, olderThanMs),
  };
}

type ViewOf = (path: string) => SessionView;

function newHeader({ ids, clock }: SessionPorts, { cwd, name }: NewSession) {
  const id = ids();
  if (!isSessionId(id)) throw badId(id);
  const createdAt = Math.max(0, Math.floor(clock.now()));
  return { id, cwd, createdAt, ...(name === undefined ? {} : { name: sessionName(name) }) };
}

async function createSession(
  ports: SessionPorts,
  home: string,
  session: NewSession,
  viewOf: ViewOf,
): Promise<OpenSession> {
  const header = newHeader(ports, session);
  const folder = join(sessionsPath(home), projectKey(session.cwd));
  const path = join(folder, logName(header.createdAt, header.id));
  try {
    await ports.disk.mkdir(folder);
    // The folders themselves must survive a power cut as well.
    await ports.disk.fsyncDir(dirname(folder));
    await ports.disk.fsyncDir(home);
  } catch (error) {
    throw storageError("create", folder, error);
  }
  const view = viewOf(path);
  const created = await createLog(ports, path, header, view);
  return openSession({ ...created, path, view, mended: NOTHING_MENDED });
}

async function openStored(
  ports: SessionPorts,
  ref: SessionRef,
  viewOf: ViewOf,
): Promise<OpenSession> {
  const view = viewOf(ref.path);
  const { log, header, problems, repair } = await openLog(ports, ref.path, view);
  const recovery = await recover(log, view, await readDraft(ports.disk, ref.path));
  await dropDraft(ports.disk, ref.path);
  return openSession({
    header: header ?? headerOf(nameOf(ref)),
    path: ref.path,
    log,
    view,
    mended: { problems, repair, recovery },
  });
}

/** What a crash left open is closed by entries of its own (SES-14). */
async function recover(log: Log, view: SessionView, draft: DraftText | null): Promise<Recovery> {
  const drafts = recoveryOf(view.facts(), draft);
  try {
    await Promise.all(drafts.map((draft) => log.append(draft)));
  } catch (error) {
    await log.close().catch(() => undefined);
    throw storageError("recover", log.path, error);
  }
  return {
    closedCalls: drafts.filter(({ type }) => type === "tool_result").length,
    abortedRequest: drafts.some(({ type }) => type === "message"),
  };
}

async function verifyStored(ports: SessionPorts, { path }: SessionRef): Promise<LogVerdict> {
  try {
    return await verifyLog(ports.disk, path, ports);
  } catch (error) {
    throw storageError("read", path, error);
  }
}

async function readStored(
  ports: SessionPorts,
  ref: SessionRef,
  viewOf: ViewOf,
): Promise<ReadSession> {
  try {
    return await readSession(ports, ref, viewOf(ref.path));
  } catch (error) {
    throw storageError("read", ref.path, error);
  }
}

async function forkStored(
  ports: SessionPorts,
  ref: SessionRef,
  { header, tree, imported }: ReadSession,
  entryId: string | undefined,
): Promise<SessionRef> {
  if (entryId !== undefined && tree.get(entryId) === undefined) throw noEntry(entryId);
  const fresh = newHeader(ports, { cwd: header.cwd });
  const path = join(dirname(ref.path), logName(fresh.createdAt, fresh.id));
  try {
    const branch = tree.entries(entryId ?? tree.leafId);
    const entries = imported ? withImportNote(branch, fresh) : branch;
    await writeFork(ports.disk, path, { ...fresh, parentSession: header.id }, entries);
  } catch (error) {
    throw storageError("fork into", path, error);
  }
  return { id: fresh.id, path };
}

function noEntry(entryId: string): LogError {
  return new LogError("not_found", `There is no entry ${entryId} in this session.`, {
    advice: "Choose one that `squire session tree` shows.",
  });
}

function badId(id: string): LogError {
  return new LogError("invalid", `${JSON.stringify(id)} cannot be the id of a session.`, {
    advice: "Ids are made of letters, digits, `_` and `-`.",
  });
}
