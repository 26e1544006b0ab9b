/** Words that begin a question or a sentence and are no part of a name. */
const LEADING: ReadonlySet<string> = new Set(
  (
    "what which who whom whose where when why how are is was were do does did has have had can could will would the a an " +
    "in on at of to by as and or but according if both between for from this that these those it its his her he she they " +
    "name after before during with while since also there other another many most some all"
  ).split(" "),
);

const WORD = String.raw`\p{Lu}[\p{L}\p{N}.'’&-]*`;
const LINK = String.raw`(?:of|the|de|la|le|von|van|der|du|da|di|and|&|for|in|on|to|a|an|at|with|by)`;
const NAME = new RegExp(
  String.raw`(?:${WORD}|\d{1,4}(?:st|nd|rd|th))(?:\s+(?:${LINK}\s+){0,2}(?:${WORD}|\d+))*`,
  "gu",
);
const QUOTED = /["“]([^"”]{2,80})["”]/g;

/** What a text calls by name: quoted titles, and words that are written with capitals. In their order, each once. */
export function namesIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(QUOTED)].map(([, name = ""]) => trimmed(name));
  const written = [...text.matchAll(NAME)].flatMap(({ 0: run, index }) => {
    const name = withoutLead(run, startsSentence(text, index));
    return name === "" ? [] : [name, ...joined(name)];
  });
  return [...new Set([...quoted, ...written])].filter((name) => name.length > 1);
}

function withoutLead(run: string, isStart: boolean): string {
  const parts = run.split(/\s+/);
  const lead = isStart ? parts.findIndex((part) => !LEADING.has(part.toLowerCase())) : 0;
  const name = lead === -1 ? "" : trimmed(parts.slice(lead).join(" "));
  return LEADING.has(name.toLowerCase()) ? "" : name;
}

/** “Ed Wood and Tim Burton” may be one name and may be two. */
function joined(name: string): readonly string[] {
  const sides = name.split(/\s+(?:and|&)\s+/).map(trimmed);
  return sides.length > 1 ? sides.filter((side) => /^\p{Lu}/u.test(side)) : [];
}

function trimmed(name: string): string {
  return name
    .replace(/['’]s$/u, "")
    .replace(/^[\s"'“”.,;:]+|[\s"'“”.,;:!?’]+$/gu, "")
    .trim();
}

function startsSentence(text: string, at: number): boolean {
  return /(?:^|[.!?:]["”’)]?|\n)\s*["“]?$/u.test(text.slice(Math.max(0, at - 6), at));
}
