import type { HostClient } from "@squire/client";

export type Suggestion = { readonly value: string; readonly detail: string };
export type PathCompleter = (typed: string) => Promise<readonly Suggestion[]>;

const made = new WeakMap<HostClient, Map<string, PathCompleter>>();

/** Paths behind `@`, as the host knows them; the same function for the same session. Never rejects. */
export function pathCompleter(client: HostClient, sessionKey: string): PathCompleter {
  const bySession = made.get(client) ?? new Map<string, PathCompleter>();
  made.set(client, bySession);
  const known = bySession.get(sessionKey);
  if (known !== undefined) return known;
  const complete: PathCompleter = async (typed) => {
    try {
      const { items } = await client.call("files.complete", { sessionKey, query: typed });
      return items.map(({ path }) => ({ value: path, detail: "" }));
    } catch {
      // No completion is no reason to disturb somebody who writes.
      return [];
    }
  };
  bySession.set(sessionKey, complete);
  return complete;
}
