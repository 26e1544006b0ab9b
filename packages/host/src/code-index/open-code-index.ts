import { join } from "node:path";
import type { MemoryIndex } from "@squire/memory";
import { systemClock } from "@squire/platform";
import { localModel } from "../memory/open-memory.ts";
import type { Host } from "../open.ts";
import type { CodePlace } from "./code-place.ts";

export type OpenCodeIndexOptions = {
  /** Told, a line each, what is less than it could be. */
  readonly notice: (message: string) => void;
  /** Somebody waits for much to be embedded. */
  readonly bulk?: boolean;
};

export type OpenCodeIndex = Disposable & {
  readonly index: MemoryIndex;
  readonly place: CodePlace;
  /** What is taken in is there the next time as well. */
  readonly isKept: boolean;
};

/**
 * The index of a workspace, in a file of its own: code does not get in the way of what is remembered, and can be taken
 * away by itself. Code is embedded on this machine, whatever model memory asks. Rejects only where
 * another process holds it too long.
 */
export async function openCodeIndex(
  host: Pick<Host, "home">,
  place: CodePlace,
  { notice, bulk = false }: OpenCodeIndexOptions,
): Promise<OpenCodeIndex> {
  const { codeEmbedder, findVectorLibrary, openMemoryIndex } = await import("@squire/memory");
  const embedder = codeEmbedder(await localModel(host, bulk));
  const vectorLibrary = await findVectorLibrary(join(host.home, "cache")).catch(() => null);
  const index = openMemoryIndex({
    path: place.database,
    embedder,
    vectorLibrary,
    now: systemClock.now,
    notice: (message) => notice(ofWorkspace(message)),
    // One that was cleared stays away; a damaged one is made again by the session.
    mends: false,
  });
  return {
    index,
    place,
    isKept: index.isKept,
    [Symbol.dispose]() {
      embedder.close();
      index[Symbol.dispose]();
    },
  };
}

/** What the index says of itself in general, said of this one. */
function ofWorkspace(message: string): string {
  return message
    .replace("The memory index", "The index of this workspace")
    .replace("memory is searched", "the workspace is searched")
    .replace("what is remembered now is forgotten at the end", "it is gone when Squire ends");
}
