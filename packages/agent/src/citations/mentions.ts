/** A place in a file that an answer names: `src/a.ts:12`, `src/a.ts:12-20`, `[text](src/a.ts:12)`. */
export type Mention = {
  /** Where it stands in the answer. */
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly line: number;
  readonly lastLine: number;
};

// A path has a dot or a slash in it; what comes before it is no letter, or it is the end of a word.
const PLACE =
  /(?<![\w./\\:@-])((?:\.{0,2}\/)?[\w.@+-]+(?:\/[\w.@+ -]*[\w.@+-])*\.\w{1,10}|[\w.@+-]+(?:\/[\w.@+-]+)+):(\d{1,7})(?:-(\d{1,7})|:\d{1,5})?(?![\w:/]|\.\d)/g;
const LINK = /\]\(\s*<?([^()\s<>]+?)(?::|#L)(\d{1,7})(?:-L?(\d{1,7}))?>?\s*\)/g;
const MOST = 500;

/** Every place that a text names, in order, each once (LOOP-25). Addresses and times are no places. */
export function findMentions(text: string): readonly Mention[] {
  const found: Mention[] = [];
  const add = (match: RegExpExecArray, from: number): void => {
    const [whole, path = "", first = "", last = first] = match;
    const start = match.index + from;
    const end = match.index + whole.length - (from > 0 ? 1 : 0);
    if (isAddress(text, match.index, path)) return;
    if (found.some((other) => start < other.end && other.start < end)) return;
    const line = Number(first);
    found.push({ start, end, path, line, lastLine: Math.max(line, Number(last)) });
  };
  for (const match of matches(LINK, text)) add(match, 2);
  for (const match of matches(PLACE, text)) add(match, 0);
  return found.sort((a, b) => a.start - b.start).slice(0, MOST);
}

function* matches(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  const own = new RegExp(pattern);
  for (let match = own.exec(text); match !== null; match = own.exec(text)) yield match;
}

/** `http://host:80`, `localhost.local:3000/x`, `127.0.0.1:80`. */
function isAddress(text: string, at: number, path: string): boolean {
  if (/^[a-z][a-z\d+.-]*:/i.test(path)) return true;
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(path)) return true;
  return /[a-z][a-z\d+.-]*:\/\/\S*$/i.test(text.slice(Math.max(0, at - 200), at));
}

/** The text with the given mentions struck through and marked. */
export function strikeMentions(text: string, broken: readonly Mention[]): string {
  let struck = text;
  for (const { start, end } of broken.toSorted((a, b) => b.start - a.start)) {
    const inLink = text[start - 1] === "(" && text[start - 2] === "]";
    if (inLink) {
      const close = struck.indexOf(")", end);
      struck = `${struck.slice(0, close + 1)} ✗${struck.slice(close + 1)}`;
    } else struck = `${struck.slice(0, start)}~~${text.slice(start, end)}~~ ✗${struck.slice(end)}`;
  }
  return struck;
}
