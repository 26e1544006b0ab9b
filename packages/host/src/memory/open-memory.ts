import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Embedder, MemoryIndex, MemoryIndexOptions } from "@squire/memory";
import { systemClock } from "@squire/platform";
import type { Host } from "../open.ts";

/** Where everything that can be found again is kept. */
export function memoryPath(home: string): string {
  return join(home, "memory.db");
}

export type OpenMemoryOptions = {
  /** Told, a line each, what is less than it could be. */
  readonly notice: (message: string) => void;
  /** Somebody waits for much to be embedded: more than one text at a time. */
  readonly bulk?: boolean;
  /** Nothing will be embedded: neither the model nor the vector library is loaded. */
  readonly wordsOnly?: boolean;
  /** Another database than the one of sessions and notes. */
  readonly path?: string;
};

export type OpenMemory = Disposable & { readonly index: MemoryIndex };

/** Each child of the embedder takes about 200 MB. */
const MOST_CHILDREN = 4;

/** The index of what is remembered; null when memory is switched off (MEM-1). */
export async function openMemory(
  host: Host,
  options: OpenMemoryOptions,
): Promise<OpenMemory | null> {
  if (!host.loaded.settings.memory.enabled) return null;
  const { openMemoryIndex } = await import("@squire/memory");
  const { embedder, vectorLibrary } = await vectorParts(host, options);
  const index = openMemoryIndex({
    path: options.path ?? memoryPath(host.home),
    embedder,
    vectorLibrary,
    now: systemClock.now,
    notice: options.notice,
  });
  return {
    index,
    [Symbol.dispose]() {
      embedder?.close();
      index[Symbol.dispose]();
    },
  };
}

async function vectorParts(
  host: Host,
  { bulk = false, wordsOnly = false }: OpenMemoryOptions,
): Promise<Pick<MemoryIndexOptions, "embedder" | "vectorLibrary">> {
  if (wordsOnly) return { embedder: null, vectorLibrary: null };
  const { findVectorLibrary } = await import("@squire/memory");
  const embedder = await embedderOf(host, bulk);
  const vectorLibrary = await findVectorLibrary(join(host.home, "cache")).catch(() => null);
  return { embedder, vectorLibrary };
}

/** The model that comes with Squire: nothing leaves the machine. */
export async function localModel({ home }: Pick<Host, "home">, bulk: boolean): Promise<Embedder> {
  const { findModelFiles, localEmbedder } = await import("@squire/memory");
  const cache = join(home, "cache");
  return localEmbedder({
    files: () => findModelFiles(cache).catch(() => null),
    clock: systemClock,
    children: bulk ? Math.min(MOST_CHILDREN, availableParallelism()) : 1,
  });
}

/** Local unless the user names a model; nothing leaves the machine otherwise (MEM-14, MEM-17). */
async function embedderOf(host: Host, bulk: boolean): Promise<Embedder> {
  const { endpointEmbedder } = await import("@squire/memory");
  const { memory, roles } = host.loaded.settings;
  const wanted = memory.embeddingModel ?? roles.embed;
  if (wanted === undefined) return localModel(host, bulk);
  const [provider, model] = wanted.includes("/") ? splitOnce(wanted) : ["openai", wanted];
  return endpointEmbedder({
    model,
    access: () => (host.offline ? Promise.resolve(null) : host.models.vendor(provider)),
    fetch: host.fetch,
  });
}

function splitOnce(reference: string): readonly [string, string] {
  const at = reference.indexOf("/");
  return [reference.slice(0, at), reference.slice(at + 1)];
}
