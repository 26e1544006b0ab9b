import type { Entry } from "@squire/protocol";

/** What a `prune` entry shows in place of (a part of) one entry. */
export type Overlays = {
  /** The text in place of an outcome's content. */
  readonly content: string | undefined;
  /** The text in place of a call's arguments, by the call's id. */
  readonly args: ReadonlyMap<string, string>;
};

type Made = { content: string | undefined; readonly args: Map<string, string> };

/** The overlays of a branch by entry; of two for the same place the later one holds. */
export function overlaysOf(branch: readonly Entry[]): ReadonlyMap<string, Overlays> {
  const found = new Map<string, Made>();
  for (const entry of branch) {
    if (entry.type !== "prune") continue;
    for (const { entryId, callId, text } of entry.overlays) {
      const overlays = found.get(entryId) ?? { content: undefined, args: new Map() };
      if (callId === undefined) overlays.content = text;
      else overlays.args.set(callId, text);
      found.set(entryId, overlays);
    }
  }
  return found;
}

export function sameOverlays(a: Overlays | undefined, b: Overlays | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.content !== b.content || a.args.size !== b.args.size) return false;
  return [...a.args].every(([callId, text]) => b.args.get(callId) === text);
}
