/** At most so many characters, cut between two words. */
export function cutAtWord(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, "")} …`;
}

/** Without these signs at its end. A pattern would try again at each sign of a long run of them. */
export function withoutEnding(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** How a sentence ends, with the white space around it. */
export const SENTENCE_END = "?.! \t\r\n";

/** A pattern that finds the text to the letter. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** A line of code without what stands in its strings and in a comment at its end. */
export function withoutStrings(line: string): string {
  return line
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '""')
    .replace(/\/\/.*$/, "");
}

/** How many brackets more a line of code opens than it closes. */
export function depthOf(line: string): number {
  let depth = 0;
  for (const sign of withoutStrings(line)) {
    depth += "([{".includes(sign) ? 1 : ")]}".includes(sign) ? -1 : 0;
  }
  return depth;
}
