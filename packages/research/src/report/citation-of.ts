import type { Citation } from "@squire/protocol";
import { lineAt } from "../evidence/check-quote.ts";
import type { EvidenceNote } from "../evidence/note.ts";

export function citationOf(note: EvidenceNote, n: number): Citation {
  const { claim, quote, start, end, status, source } = note;
  return {
    n,
    quote,
    source: source.place,
    start,
    end,
    status,
    claim,
    sha256: source.sha256,
    fetchedAt: source.fetchedAt,
    ...(source.title === "" ? {} : { title: source.title }),
    ...(source.artifactId === null ? {} : { artifactId: source.artifactId }),
    ...(source.kind === "file" && start !== null ? { line: lineAt(source.text, start) } : {}),
  };
}

/** What stands before the first heading, list or table; the whole where there is none. */
export function answerOf(body: string): string {
  const paragraphs = body.split(/\n{2,}/).map((part) => part.trim());
  const words: string[] = [];
  for (const part of paragraphs) {
    if (/^(?:#{1,6}\s|\||[-*+]\s|\d+[.)]\s)/.test(part)) {
      if (words.length > 0) break;
      continue;
    }
    words.push(part);
  }
  return words.join("\n\n") || body;
}
