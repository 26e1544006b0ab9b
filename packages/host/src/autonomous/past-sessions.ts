import { readForgotten } from "@squire/memory";
import type { PastSession } from "@squire/memory";
import { LogError } from "@squire/session";
import type { SessionList, SessionStore } from "@squire/session";
import { memoryPath } from "../memory/open-memory.ts";
import { projectOf } from "../memory/project-of.ts";
import { isSessionForgotten } from "../memory/session-hash.ts";
import type { Host } from "../open.ts";
import { projectRootOf } from "../safety/project-root.ts";
import { artifactsOf } from "./place.ts";

export type PastSessions = {
  readonly sessions: readonly PastSession[];
  /** Whether the log of a session is gone, of this project or of another. */
  readonly isGone: (id: string) => Promise<boolean>;
};

/** The past sessions of this project. Rejects when nobody can tell which of them are forgotten. */
export async function pastSessions(host: Host, store: SessionStore): Promise<PastSessions> {
  const root = projectOf(host);
  const list = await store.list();
  const here = list.sessions.filter(({ cwd, turns }) => {
    return turns > 0 && projectRootOf({ cwd, env: host.env }) === root;
  });
  const forgotten = forgottenOf(host, here);
  const sessions = here.map(({ id, title, preview, updatedAt, running, imported }) => {
    const base = { id, title: title ?? preview ?? id, updatedAt, running, imported };
    return { ...base, forgotten: forgotten.has(id) };
  });
  return { sessions, isGone: goneFrom(store, list) };
}

/**
 * Where nothing is listed, or some logs cannot be read, nobody knows: a disk may be away for a moment. What is not listed
 * is looked for once more.
 */
function goneFrom(
  store: SessionStore,
  { sessions, problems }: SessionList,
): PastSessions["isGone"] {
  const there = new Set(sessions.map(({ id }) => id));
  const isSure = sessions.length > 0 && problems.length === 0;
  return async (id) => {
    if (!isSure || there.has(id)) return false;
    try {
      await store.find(id);
      return false;
    } catch (error) {
      return error instanceof LogError && error.code === "not_found";
    }
  };
}

type Version = Pick<PastSession, "id" | "updatedAt">;

/**
 * What the user took out of the index, or out of what was learned, and has not gone on with. The index is only read:
 * whoever remembers something mends it, and says so.
 */
function forgottenOf(host: Host, sessions: readonly Version[]): ReadonlySet<string> {
  const reset = artifactsOf(host)?.forgotten() ?? new Map<string, number>();
  const isOn = host.loaded.settings.memory.enabled;
  const buried = isOn ? readForgotten(memoryPath(host.home)) : new Map<string, string>();
  const index = { isForgotten: (path: string, hash: string) => buried.get(path) === hash };
  const isForgotten = (session: Version): boolean =>
    reset.get(session.id) === session.updatedAt || isSessionForgotten(index, session);
  return new Set(sessions.filter(isForgotten).map(({ id }) => id));
}
