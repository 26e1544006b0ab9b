import { join } from "node:path";
import type { Embedder, MemoryIndex } from "@squire/memory";
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
 * away by itself. Code is embedded on this machine, whatever model memory asks. Never throws.
 */
export async function openCodeIndex(
  host: Pick<Host, "home">,
  place: CodePlace,
  { notice, bulk = false }: OpenCodeIndexOptions,
): Promise<OpenCodeIndex> {
  const { codeEmbedder, findVectorLibrary, openMemoryIndex } = await import("@squire/memory");
  const embedder = codeEmbedder(await localModel(host, bulk));
  const vectorLibrary = await findVectorLibrary(join(host.home, "cache")).catch(() => null);
  const open = (model: Embedder | null): MemoryIndex =>
    openMemoryIndex({
      path: place.database,
      embedder: model,
      vectorLibrary,
      now: systemClock.now,
      notice: (message) => notice(ofWorkspace(message)),
      // One that was cleared stays away; a damaged one is made again by the session.
      mends: false,
    });
  const index = openWith(open, embedder);
  const file = index.database.prepare("PRAGMA database_list").get()?.["file"];
  return {
    index,
    place,
    isKept: typeof file === "string" && file !== "",
    [Symbol.dispose]() {
      embedder.close();
      index[Symbol.dispose]();
    },
  };
}

/** What can only be read cannot note the model: then words are enough. */
function openWith(open: (model: Embedder | null) => MemoryIndex, embedder: Embedder): MemoryIndex {
  try {
    return open(embedder);
  } catch {
    return open(null);
  }
}

/** What the index says of itself in general, said of this one. */
function ofWorkspace(message: string): string {
  return message
    .replace("The memory index", "The index of this workspace")
    .replace("memory is searched", "the workspace is searched")
    .replace("what is remembered now is forgotten at the end", "it is gone when Squire ends");
}
