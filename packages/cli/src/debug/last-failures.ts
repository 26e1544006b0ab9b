import type { SessionStore } from "@squire/session";

/** A turn that did not go well. */
export type FailedReply = {
  readonly sessionId: string;
  readonly at: number;
  readonly status: string;
  readonly kind: string | null;
  readonly message: string | null;
};

const MOST_SESSIONS = 5;
const MOST_FAILURES = 20;

/** What models and endpoints failed with in the sessions that were used last, the newest first. */
export async function lastFailures(store: SessionStore): Promise<readonly FailedReply[]> {
  const { sessions } = await store.list();
  const failures: FailedReply[] = [];
  for (const { id } of sessions.slice(0, MOST_SESSIONS)) {
    const { tree } = await store.read(id);
    for (const entry of tree.branch()) {
      if (entry.type !== "message" || entry.status === "complete") continue;
      const { kind = null, message = null } = entry.failure ?? {};
      failures.push({ sessionId: id, at: entry.ts, status: entry.status, kind, message });
    }
  }
  return failures.sort((a, b) => b.at - a.at).slice(0, MOST_FAILURES);
}
