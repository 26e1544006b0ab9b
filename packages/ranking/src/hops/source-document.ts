import { terms } from "../terms.ts";
import { words } from "../words.ts";

/** A document that a search has shown, whole or in part. */
export type SourceDocument = {
  readonly place: string;
  readonly title: string;
  readonly text: string;
};

/** What a search brought up, best first. */
export type Search = { readonly query: string; readonly hits: readonly SourceDocument[] };

/** Words in a row, for finding one text within another. */
export function runOf(text: string): string {
  return ` ${words(text).join(" ")} `;
}

/** “Alien (film)” is called Alien. */
export function bareTitle(title: string): string {
  const bare = title.replace(/\s*\([^)]*\)\s*$/, "").trim();
  return bare === "" ? title : bare;
}

/** A document with what is asked of it again and again. */
export type ReadDocument = SourceDocument & {
  readonly titleRun: string;
  readonly textRun: string;
  readonly terms: ReadonlySet<string>;
};

/** Reads a document once. */
export function readDocument(document: SourceDocument): ReadDocument {
  return {
    ...document,
    titleRun: runOf(bareTitle(document.title)),
    textRun: runOf(document.text),
    terms: new Set(terms(`${document.title}\n${document.text}`)),
  };
}

/** Whether one document speaks of another by its title. */
export function mentions(run: string, { titleRun }: Pick<ReadDocument, "titleRun">): boolean {
  return titleRun.trim() !== "" && run.includes(titleRun);
}
