import type { Seen } from "./files.ts";

/** For one session: the model of another one has seen other things. */
export function createSeen(): Seen {
  const hashes = new Map<string, string>();
  return {
    note: (path, hash) => void hashes.set(path, hash),
    hashOf: (path) => hashes.get(path) ?? null,
  };
}
