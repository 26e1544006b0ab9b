import { ToolError } from "@squire/agent";
import { systemClock } from "@squire/platform";
import { artifactsFolder, nodeTreeDisk, openArtifacts } from "@squire/session";
import type { ArtifactStore, SessionRef } from "@squire/session";
import { join } from "node:path";
import type { Found, UrlPlaces } from "./places.ts";

/** A fork names the artifacts of the session it came from; nobody forks deeper than this. */
const MOST_PARENTS = 20;

type Shelf = { readonly folder: string; readonly store: ArtifactStore };

/** `artifact://art_…`: what was too long to be shown, or was fetched, in this session (URL-2). */
export function openArtifactUrls(places: UrlPlaces): (rest: string) => Promise<Found> {
  const shelves = new Map<string, ArtifactStore>();
  const shelfOf = (log: string): Shelf => {
    const folder = artifactsFolder(log);
    const ports = { disk: nodeTreeDisk(), clock: systemClock, ids: () => crypto.randomUUID() };
    const store = shelves.get(folder) ?? openArtifacts(ports, folder);
    shelves.set(folder, store);
    return { folder, store };
  };
  return async (rest) => {
    const id = rest.replace(/\/$/, "");
    for await (const log of logsOf(places)) {
      const { folder, store } = shelfOf(log);
      // Nothing is asked for but the check: the file is read by whoever wants it.
      const read = await store.read(id, { offset: 0, limit: 0 });
      if (read.kind === "damaged") throw new ToolError(`artifact://${id}: ${read.message}`);
      if (read.kind === "missing") continue;
      const path = join(folder, `${id}.data`);
      return { type: "file", path, untrusted: isForeign(places, read.artifact) };
    }
    throw new ToolError(missing(id, places));
  };
}

/** The log of this session, then those it was forked from. */
async function* logsOf({ home, session }: UrlPlaces): AsyncGenerator<string> {
  if (session.path === null) return;
  yield session.path;
  let parent = session.header.parentSession;
  if (parent === undefined) return;
  const { sessionStore } = await import("../../sessions.ts");
  const store = sessionStore(home);
  for (let depth = 0; parent !== undefined && depth < MOST_PARENTS; depth++) {
    const found: SessionRef | null = await store.find(parent).catch(() => null);
    if (found === null) return;
    yield found.path;
    parent = (await store.read(found.id)).header.parentSession;
  }
}

/** Content has one artifact however often it came up: one foreign source is enough. */
function isForeign(
  { session }: UrlPlaces,
  { id, tool }: { readonly id: string; readonly tool: string },
): boolean {
  if (/^(?:web_|mcp)/.test(tool)) return true;
  return session.tree
    .branch()
    .some(
      (entry) =>
        entry.type === "tool_result" &&
        entry.details.artifactId === id &&
        entry.details.untrusted === true,
    );
}

function missing(id: string, { session }: UrlPlaces): string {
  if (session.path === null) return "This session keeps nothing on disk: it has no artifacts.";
  return `There is no artifact ${id} in this session. Outcomes name theirs as artifact://art_….`;
}
