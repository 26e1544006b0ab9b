import { isStopWord, stem, words } from "@squire/ranking";
import { topicOf } from "./ask.ts";
import type { Ask, Part } from "./ask.ts";
import type { Group } from "./groups.ts";

const COUNTED =
  /\b(?:how (?:many|much)|number of|count)\s+(?:(?:\w+\s+)?(?:kinds?|types?|sorts?)\s+of\s+)?(?:(?:of|the|all|its|their|these|those|different|distinct|possible|available)\s+)*(.+)$/i;
/** What follows the noun where no small word stands between. */
const VERB =
  /^(?:exists?|happens?|works?|lives?|used?|called|defined|implemented|listed|supported|registered|mentioned)$/;

/** Whether the items of a group are what a question counts, all of them, and each a single one. */
export function isCounted(group: Group, part: Part, ask: Ask): boolean {
  const noun = countedNoun(part);
  if (noun === null || group.items.some(holdsSeveral)) return false;
  const labels = labelsOf(group).filter((label) => words(label).map(stem).includes(noun));
  if (labels.length === 0) return false;
  const said = new Set([noun, ...part.terms, ...ask.topic.map(stem)]);
  // “Tools of the browser” are tools, but not the tools. The name of the file may say so too.
  return [...labels, fileName(group.path)].every((label) => isAbout(label, noun, said));
}

function labelsOf({ name, head, title }: Group): readonly string[] {
  if (name !== null) return [name];
  return [...(head === null ? [] : [firstCell(head)]), lastHeading(title)];
}

/** Small words that make a part of the whole. */
const SOME = /\b(?:own|other|more|most|some|few|new)\b/i;

function isAbout(label: string, noun: string, said: ReadonlySet<string>): boolean {
  if (!words(label).map(stem).includes(noun)) return true;
  const telling = topicOf(label);
  // A name of code is a word besides its parts.
  const parts = telling.filter(
    (word) => !telling.some((other) => other !== word && word.includes(other)),
  );
  return !SOME.test(label) && parts.every((word) => said.has(stem(word)));
}

/** The stem of what is counted: the last word of “exit codes” in “how many exit codes are there”. */
function countedNoun(part: Part): string | null {
  const run: string[] = [];
  for (const word of words(COUNTED.exec(part.text)?.[1] ?? "")) {
    if (isStopWord(word) || VERB.test(word)) break;
    run.push(word);
  }
  const noun = run.at(-1);
  return noun === undefined ? null : stem(noun);
}

/** A row for `read`, `ls` and `glob` together is one row and three tools. */
function holdsSeveral({ text }: Group["items"][number]): boolean {
  return text.startsWith("|") && (firstCell(text).match(/`[^`]+`/g) ?? []).length > 1;
}

function firstCell(row: string): string {
  return row.replace(/^\s*\|/, "").split(/(?<!\\)\|/, 1)[0] ?? "";
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/(?:\.\w+)+$/, "");
}

export function lastHeading(title: string): string {
  return title.slice(title.lastIndexOf("›") + 1).trim();
}
