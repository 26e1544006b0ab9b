import type { Search, SourceDocument } from "@squire/ranking";
import { isProse } from "./passage.ts";
import { argOf } from "./turn.ts";
import type { Work } from "./turn.ts";

/**
 * What the searches of this turn have shown, each with the documents it found, best first. Talks of
 * earlier sessions only where they are asked for: one about the same question would quote itself.
 */
export function searchesIn(work: readonly Work[], withSessions = false): readonly Search[] {
  const local = done(work, "local_search").map((one) => ({
    query: argOf(one, "query"),
    hits: textsFirst(documentsIn(one.text)).filter(
      ({ place }) => withSessions || !place.startsWith("session://"),
    ),
  }));
  const opened = new Map(done(work, "web_fetch").map((one) => [argOf(one, "url"), pageOf(one)]));
  const web = pagesFound(work).map(({ query, hits }) => ({
    query,
    // Of a page that was not opened only its name and a few words are known: it cannot be quoted.
    hits: hits.flatMap(({ place }) => opened.get(place) ?? []),
  }));
  return [...local, ...web];
}

/** Pages that a search of the web has named. */
export function pagesFound(work: readonly Work[]): readonly Search[] {
  return done(work, "web_search").map((one) => ({
    query: argOf(one, "query"),
    hits: [...one.text.matchAll(PAGE)].map(([, title = "", place = "", snippet = ""]) => ({
      place,
      title,
      text: snippet.trim(),
    })),
  }));
}

/** Every page and document of which the text was opened, whether or not a search had named it. */
export function documentsOpened(work: readonly Work[]): readonly SourceDocument[] {
  return [
    ...done(work, "web_fetch").map(pageOf),
    ...done(work, "open_source").map((one) => ({
      place: argOf(one, "source"),
      title: one.text.split("\n", 1)[0] ?? "",
      text: INSIDE.exec(one.text)?.[1] ?? "",
    })),
  ];
}

/** Code has comments to quote; texts have sentences. */
function textsFirst(hits: readonly SourceDocument[]): readonly SourceDocument[] {
  return [
    ...hits.filter(({ place }) => isProse(place)),
    ...hits.filter(({ place }) => !isProse(place)),
  ];
}

function done(work: readonly Work[], name: string): readonly Work[] {
  return work.filter((one) => one.name === name && !one.failed);
}

const DOCUMENT =
  /^\d{1,3}\. (.*)\nsource: (.+?)(?: \(\d+–\d+ of \d+\))?\n<untrusted source=[^\n]*>\n([^]*?)\n<\/untrusted>/gm;
const PAGE =
  /^\d{1,3}\. (.*)\n(https?:\/\/\S+)(?: \([^)\n]*\))?((?:\n(?!\d{1,3}\. |<\/untrusted>).*)*)/gm;
const INSIDE = /<untrusted source=[^\n]*>\n([^]*)\n<\/untrusted>/;

function documentsIn(text: string): readonly SourceDocument[] {
  return [...text.matchAll(DOCUMENT)].map(([, title = "", place = "", inside = ""]) => ({
    place,
    title,
    text: inside,
  }));
}

function pageOf(one: Work): SourceDocument {
  const text = INSIDE.exec(one.text)?.[1] ?? one.text;
  const title = /^#\s+(.+)$/m.exec(text)?.[1] ?? "";
  return { place: argOf(one, "url"), title, text };
}
