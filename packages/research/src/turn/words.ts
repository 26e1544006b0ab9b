import type { UserMessage } from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import { lineAt } from "../evidence/check-quote.ts";
import type { EvidenceNote } from "../evidence/note.ts";
import { PROMPTS } from "../prompts.ts";
import type { Flaw } from "../report/flaw.ts";
import type { ResearchLimits } from "../limits.ts";

/** What a guide says to the model. Requests are compared by bytes: change with care. */

const WRITE = "[The searching is over.";
const MORE = "[Not enough was searched:";
const NOTE = "[Nothing is noted yet:";
const REPAIR = PROMPTS.repair.trim();

/** Whether Squire said this to lead a piece of research, and not the user. */
export function isGuidance(text: string): boolean {
  return [WRITE, MORE, NOTE, REPAIR.slice(0, 40)].some((start) => text.startsWith(start));
}

/** Whether tools are still offered behind these words. */
export function keepsTools(text: string): boolean {
  return [MORE, NOTE].some((start) => text.startsWith(start));
}

export function searchMore({ minSearches }: ResearchLimits, searches: number): UserMessage {
  return userText(
    `${MORE} ${searches} of at least ${minSearches} searches. Search on with other words, or for what is still open. If the question needs no sources, say so.]`,
  );
}

export function noteFirst(): UserMessage {
  return userText(
    `${NOTE} the report is written from notes alone. Call note_evidence for each fact you will use, with the exact words of what you opened.]`,
  );
}

export function writeReport(question: string, notes: readonly EvidenceNote[]): UserMessage {
  return userText(
    [
      `${WRITE} Write the report now, from the notes below and from nothing else. Tools are no longer available.]`,
      PROMPTS.report.trim(),
      `Question: ${question}`,
      `Notes:\n${notes.map(noteText).join("\n")}`,
    ].join("\n\n"),
  );
}

export function repairReport(flaws: readonly Flaw[]): UserMessage {
  const list = flaws.slice(0, MOST_FLAWS).map(({ text, why }) => `- “${text}”: ${why}.`);
  return userText(`${REPAIR}\n\n${list.join("\n")}`);
}

const MOST_FLAWS = 30;

function noteText({ n, claim, quote, source, start }: EvidenceNote): string {
  const line = source.kind === "file" && start !== null ? `:${lineAt(source.text, start)}` : "";
  const title = source.title === "" || source.title === source.place ? "" : `${source.title} — `;
  return `[${n}] ${claim}\n    “${quote.replaceAll(/\s+/g, " ")}”\n    ${title}${source.place}${line}`;
}
