import type { Span } from "./span.ts";

const BEGIN = "-----BEGIN ";
const HEAD = /^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** Tools that show files number the lines. */
const NUMBER = /^[ \t]{0,8}\d{1,7}(?:\t|[:|] ?| \| ?)(?=-----END )/;
const TAIL = /^-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** No private key is longer; what is may be anything. */
const MOST_CHARS = 64 * 1024;
/** A line of a key, also with its number before it, or where line ends are written as `\n`. */
const BODY =
  /(?:[ \t>|"'+]{0,16}(?:\d{1,7}(?:\t|[:|] ?| \| ?))?(?:[A-Za-z0-9+/=]{1,128}|(?:Proc-Type|DEK-Info|Version|Comment|Hash):[^\n\\]{0,128})?[ \t"',+]{0,16}(?:\r?\n|\\r\\n|\\n|$))/y;
/** As much as tells a key from a sentence about keys. */
const LEAST_BODY = 40;

/** Private keys in PEM form, with or without their end. Goes over the text once. */
export function privateKeys(text: string): readonly Span[] {
  return blocks(text)
    .filter(({ end, body }) => end - body >= LEAST_BODY)
    .map(({ start, end }) => ({ start, end, kind: "private-key" }));
}

/** Where a key begins that may go on after the end of the text; its length if there is none. */
export function unfinishedKey(text: string): number {
  const last = blocks(text).at(-1);
  // The line that ends it may have come in part.
  const isOpen = last !== undefined && !last.isClosed && !text.includes("\n", last.end);
  return isOpen ? last.start : text.length;
}

type Block = {
  readonly start: number;
  readonly body: number;
  readonly end: number;
  readonly isClosed: boolean;
};

function blocks(text: string): readonly Block[] {
  const found: Block[] = [];
  for (let at = text.indexOf(BEGIN); at !== -1; at = text.indexOf(BEGIN, at)) {
    const head = HEAD.exec(text.slice(at, at + 80));
    const body = at + (head?.[0].length ?? BEGIN.length);
    const end = head === null ? body : endOfKey(text, body);
    if (head !== null) found.push({ start: at, body, end, isClosed: text[end - 1] === "-" });
    at = end;
  }
  return found;
}

function endOfKey(text: string, start: number): number {
  let at = start;
  while (at < text.length && at - start < MOST_CHARS) {
    const number = NUMBER.exec(text.slice(at, at + 40))?.[0].length ?? 0;
    const last = at + number;
    const tail = text[last] === "-" ? TAIL.exec(text.slice(last, last + 80)) : null;
    if (tail !== null) return last + tail[0].length;
    BODY.lastIndex = at;
    const line = BODY.exec(text);
    if (line === null || line[0] === "") return at;
    at += line[0].length;
  }
  return Math.min(at, text.length);
}
