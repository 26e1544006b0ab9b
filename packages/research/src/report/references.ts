import { linesOf } from "./blocks.ts";

/** What a report says about a source of its own. */
export type Reference = {
  readonly label: string;
  /** Null where it gives none. */
  readonly url: string | null;
  readonly text: string;
};

export type ReferencePart = {
  readonly references: ReadonlyMap<string, Reference>;
  /** Where lists of sources stand in the text: no sentences of the report are in there. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
};

const TITLE =
  /^ {0,3}(?:#{1,6}\s*|\*\*|__)?(?:\d+[.)]\s*)?(?:list of )?(?:sources?|references?|citations?|bibliography|works cited|footnotes|endnotes|notes and references|further reading|links|evidence|quellen|literatur|quellenverzeichnis|références|fuentes|referencias|fonti|参考文献|参考资料|出典)(?: (?:cited|used|and notes|consulted))?\s*:?\s*(?:\*\*|__)?:?\s*#*$/iu;
const HEADING = /^ {0,3}(#{1,6})\s/;
const ENTRY =
  /^\s*(?:[-*+•]\s+)?(?:\[\^([^\]\s]{1,80})\]:|\[(\d{1,4})\](?::|\.|\))?|(\d{1,4})[.)]|【(\d{1,4})】)\s*(.*)$/u;
/** Such a line defines a reference wherever it stands. */
const DEFINITION =
  /^ {0,3}(?:\[(?:\^([^\]\s]{1,80})|(\d{1,4}))\]:|【(\d{1,4})】:?(?=\s*<?https?:))\s*(.*)$/u;
const URL_IN = /https?:\/\/[^\s<>)\]"'|]+[^\s<>)\]"'|.,;:!?*_]/iu;

/** The sources that a report lists, by the labels it cites them with. */
export function referencesIn(text: string): ReferencePart {
  const references = new Map<string, Reference>();
  const spans: { start: number; end: number }[] = [];
  let level: number | null = null;
  for (const line of linesOf(text)) {
    const heading = HEADING.exec(line.text);
    if (TITLE.test(line.text)) {
      level = heading?.[1]?.length ?? 7;
      spans.push({ start: line.start, end: line.end });
      continue;
    }
    if (heading !== null && level !== null && (heading[1]?.length ?? 7) <= level) level = null;
    const match = (level === null ? DEFINITION : ENTRY).exec(line.text);
    if (level !== null) spans.push({ start: line.start, end: line.end });
    else if (match !== null) spans.push({ start: line.start, end: line.end });
    if (match === null) continue;
    const groups = match.slice(1);
    const label = groups.slice(0, -1).find((group) => group !== undefined) ?? "";
    const rest = groups.at(-1) ?? "";
    if (!references.has(label)) {
      references.set(label, { label, url: URL_IN.exec(rest)?.[0] ?? null, text: rest.trim() });
    }
  }
  return { references, spans };
}
