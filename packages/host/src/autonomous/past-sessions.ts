import { existsSync } from "node:fs";
import type { PastSession } from "@squire/memory";
import { LogError } from "@squire/session";
import type { SessionStore } from "@squire/session";
import { memoryPath, openMemory } from "../memory/open-memory.ts";
import { projectOf } from "../memory/project-of.ts";
import { isSessionForgotten } from "../memory/session-hash.ts";
import type { Host } from "../open.ts";
import { projectRootOf } from "../safety/project-root.ts";
import { artifactsOf } from "./place.ts";

/** The past sessions of this project. */
export async function pastSessions(
  host: Host,
  store: SessionStore,
): Promise<readonly PastSession[]> {
  const root = projectOf(host);
  const { sessions } = await store.list();
  const here = sessions.filter(({ cwd, turns }) => {
    return turns > 0 && projectRootOf({ cwd, env: host.env }) === root;
  });
  const forgotten = await forgottenOf(host, here);
  return here.map(({ id, title, preview, updatedAt, running, imported }) => {
    const base = { id, title: title ?? preview ?? id, updatedAt, running, imported };
    return { ...base, forgotten: forgotten.has(id) };
  });
}

/**
 * Whether the log of a session is gone. Where nothing is listed, or some logs cannot be read, nobody knows: a disk may be
 * away for a moment. What is not listed is looked for once more.
 */
export async function goneFrom(store: SessionStore): Promise<(id: string) => Promise<boolean>> {
  const { sessions, problems } = await store.list();
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

/** What the user took out of the index, or out of what was learned, and has not gone on with. */
async function forgottenOf(host: Host, sessions: readonly Version[]): Promise<ReadonlySet<string>> {
  const reset = artifactsOf(host)?.forgotten() ?? new Map<string, number>();
  const isThere = existsSync(memoryPath(host.home));
  using memory = isThere ? await openMemory(host, { notice: () => {}, wordsOnly: true }) : null;
  const isForgotten = (session: Version): boolean =>
    reset.get(session.id) === session.updatedAt ||
    (memory !== null && isSessionForgotten(memory.index, session));
  return new Set(sessions.filter(isForgotten).map(({ id }) => id));
}
