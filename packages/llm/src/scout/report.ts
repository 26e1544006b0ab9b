import { say } from "./phrases.ts";

const BEGINNING = "[The searching is over.";
const REPAIR = "[Your report was checked";

/** Whether scout is asked to write up the notes of a research (`words.ts` of `research`). */
export function isReportRequest(text: string): boolean {
  return text.startsWith(BEGINNING) || text.startsWith(REPAIR);
}

const NOTE = /^\[(\d+)\] (.+)$/gm;

/** The claims, which are quotes, one after the other: the answer first, nothing beside it. */
export function reportFrom(text: string): string {
  const notes = text.slice(Math.max(0, text.indexOf("\nNotes:\n")));
  const lines = [...notes.matchAll(NOTE)].map(([, n = "", claim = ""]) => `${claim.trim()} [${n}]`);
  if (lines.length === 0) return say("nothing");
  return lines.join(" ");
}
