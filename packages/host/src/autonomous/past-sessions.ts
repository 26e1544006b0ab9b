import { existsSync } from "node:fs";
import type { PastSession } from "@squire/memory";
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
