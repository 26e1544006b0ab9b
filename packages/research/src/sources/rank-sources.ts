import { rankDocuments } from "@squire/ranking";
import type { Citation } from "@squire/protocol";
import type { Notebook } from "../turn/notebook.ts";
import type { OpenedSource } from "./source.ts";
import { sourceId } from "./source-book.ts";

/** What was opened, best first: what the report cites, in its order, then by the searches and by what mentions what. */
export function rankSources(
  question: string,
  { found, sources, notes }: Pick<Notebook, "found" | "sources" | "notes">,
  citations: readonly Pick<Citation, "source">[],
): readonly OpenedSource[] {
  const cited = citations.map(({ source }) => sourceId(source));
  const noted = notes.map(({ source }) => source.id);
  const opened = new Map(sources.opened().map((source) => [sourceId(source.place), source]));
  const searches = found.map(({ query, places }) => ({
    query,
    hits: places.flatMap((place) => opened.get(sourceId(place)) ?? []),
  }));
  const ranked = rankDocuments(question, searches).map(({ document }) => sourceId(document.place));
  const ids = new Set([...cited, ...noted, ...ranked, ...opened.keys()]);
  return [...ids].flatMap((id) => opened.get(id) ?? []);
}
