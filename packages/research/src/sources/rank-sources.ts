import { fuse } from "@squire/ranking";
import type { Citation } from "@squire/protocol";
import type { Notebook } from "../turn/notebook.ts";
import type { OpenedSource } from "./source.ts";
import { sourceId } from "./source-book.ts";

/** What was opened, best first: what the report cites, in its order, then what the searches ranked highest. */
export function rankSources(
  { found, sources, notes }: Pick<Notebook, "found" | "sources" | "notes">,
  citations: readonly Pick<Citation, "source">[],
): readonly OpenedSource[] {
  const cited = citations.map(({ source }) => sourceId(source));
  const noted = notes.map(({ source }) => source.id);
  const ranked = fuse(found.map(({ places }) => places.map(sourceId))).map(({ key }) => key);
  const opened = new Map(sources.opened().map((source) => [sourceId(source.place), source]));
  const ids = new Set([...cited, ...noted, ...ranked, ...opened.keys()]);
  return [...ids].flatMap((id) => opened.get(id) ?? []);
}
