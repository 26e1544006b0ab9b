import { topicOf, withoutCourtesy } from "./ask.ts";
import { cutAtWord, SENTENCE_END, withoutEnding } from "./text.ts";

const CONVERSATION = /<conversation>\n([^]*?)\n<\/conversation>/;
const MOST_REQUESTS = 6;
const LINE = 200;
const LAST_WORDS = 1_200;

/** Whether scout is asked to sum up a conversation (`summary-request.ts` of the loop). */
export function isNotesRequest(text: string): boolean {
  return CONVERSATION.test(text) || text.startsWith("<notes>\n");
}

/** Notes in the words of the conversation: what was asked, what was called, what was said last. */
export function notesFrom(text: string): string {
  const body =
    CONVERSATION.exec(text)?.[1] ?? text.replace(/^<notes>\n([^]*?)\n<\/notes>[^]*$/, "$1");
  const parts = body.split(/\n\n(?=\[)/);
  const said = (label: RegExp): readonly string[] =>
    parts.flatMap((part) => (label.test(part) ? [part.replace(label, "").trim()] : []));
  const requests = said(/^\[User\] /).slice(-MOST_REQUESTS);
  const calls = said(/^\[Assistant calls (?=\w+\] )/)
    .map((call) => call.replace("] ", " "))
    .slice(-MOST_REQUESTS);
  const last = said(/^\[Assistant\] /).at(-1);
  if (requests.length + calls.length === 0 && last === undefined)
    return cutAtWord(body, LAST_WORDS);
  return [
    section("Requests", requests),
    section("Calls", calls),
    last === undefined ? "" : `## Last reply\n${cutAtWord(last, LAST_WORDS)}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return [
    `## ${title}`,
    ...lines.map((line) => `- ${cutAtWord(line.replaceAll(/\s+/g, " "), LINE)}`),
  ].join("\n");
}

const MOST_TITLE_WORDS = 8;

/** A name for a conversation: the words of its first question, without the courtesies (LOOP-28). */
export function scoutTitle(message: string): string {
  const line = message.trim().split("\n", 1)[0] ?? "";
  const plain = withoutEnding(withoutCourtesy(line), SENTENCE_END);
  const words = (topicOf(plain).length === 0 ? line : plain).split(/\s+/);
  const title = words
    .slice(0, MOST_TITLE_WORDS)
    .join(" ")
    .replace(/[,;:]+$/, "");
  return title.charAt(0).toUpperCase() + title.slice(1);
}
