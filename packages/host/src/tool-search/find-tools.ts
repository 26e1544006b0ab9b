import { join } from "node:path";
import type { DescribedTool } from "@squire/ranking";
import { localModel } from "../memory/open-memory.ts";
import type { Host } from "../open.ts";
import { openToolSearch } from "./tool-search.ts";
import type { SearchOptions } from "./tool-search.ts";
import { openVectorCache } from "./tool-vectors.ts";

/** The tools that a request needs, best first; vectors of tools are kept between runs. Never rejects. */
export async function findTools<T extends DescribedTool>(
  host: Host,
  tools: readonly T[],
  request: string,
  options: SearchOptions,
): Promise<readonly T[]> {
  using cache = openVectorCache(join(host.home, "cache", "tool-vectors.db"));
  const embedder = await localModel(host, false);
  try {
    const search = openToolSearch({ tools, meaning: { embedder, cache } });
    return await search.search(request, options);
  } finally {
    embedder.close();
  }
}
