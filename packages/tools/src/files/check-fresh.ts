import { ToolError } from "@squire/agent";
import { shownName } from "../workspace/shown-name.ts";
import type { Place, Seen } from "./files.ts";

/**
 * Fails when the model has seen the file and it is another one by now (FS-10). Where nothing is any
 * more (null), nothing can be lost.
 */
export function checkFresh(seen: Seen, place: Place, hash: string | null): void {
  const known = seen.hashOf(place.path);
  if (known !== null && hash !== null && known !== hash) throw stale(place.name);
}

export function stale(name: string): ToolError {
  return new ToolError(
    `stale, re-read: ${shownName(name)} has changed on disk since you last saw it. Read it again, then repeat the change.`,
  );
}
