import { join } from "node:path";
import type { DescribedTool } from "@squire/ranking";
import { localModel } from "../memory/open-memory.ts";
import type { Host } from "../open.ts";
import type { MeaningParts } from "./tool-meanings.ts";
import { openToolSearch, WORTH_MEANING } from "./tool-search.ts";
import type { SearchOptions } from "./tool-search.ts";
import { openVectorCache } from "./tool-vectors.ts";
import type { VectorCache } from "./tool-vectors.ts";

/** The tools that a request needs, best first; vectors of tools are kept between runs. Never rejects. */
export async function findTools<T extends DescribedTool>(
  host: Pick<Host, "home">,
  tools: readonly T[],
  request: string,
  options: SearchOptions,
): Promise<readonly T[]> {
  // Among few neither a file nor a model is opened.
  using meaning = tools.length > WORTH_MEANING ? await openMeaning(host) : null;
  return await openToolSearch({ tools, meaning }).search(request, options);
}

/** The model with what it made before; null when there is none: words decide then. */
async function openMeaning(host: Pick<Host, "home">): Promise<(MeaningParts & Disposable) | null> {
  const embedder = await localModel(host, false).catch(() => null);
  if (embedder === null) return null;
  const cache = cacheIn(host.home);
  return {
    embedder,
    cache,
    [Symbol.dispose]() {
      embedder.close();
      cache?.[Symbol.dispose]();
    },
  };
}

/** Null where none can be made: everything is embedded again then. */
function cacheIn(home: string): VectorCache | null {
  try {
    return openVectorCache(join(home, "cache", "tool-vectors.db"));
  } catch {
    return null;
  }
}
