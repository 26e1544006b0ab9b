import { sentences } from "../sentences.ts";
import type { Span } from "../sentences.ts";
import { words } from "../words.ts";
import { runOf } from "./source-document.ts";
import type { SourceDocument } from "./source-document.ts";

const FEWEST_WORDS = 3;
/** Signs that prose has few of and code has many. */
const SIGNS = /[{}()[\]<>=;|`$\\_#]/g;
const MOST_SIGNS = 0.12;

const CODE =
  /^\s*(?:(?:export|async|public|private|static)\s+)*(?:function|return|const|let|var|import|class|def|if|for)\b.*[({;=]/;
/** A row of options is a list, not a statement. */
const FLAGS = /(?:\s-{1,2}[a-z][\w-]*){4}/;

/** The sentences of a document that say something: no headings, no code, no front matter, without marks of lists. */
export function statements({
  text,
  title,
}: Pick<SourceDocument, "text" | "title">): readonly Span[] {
  return sentences(withoutFrontMatter(text))
    .filter((span) => !isHeading(span.text, title))
    .map((span) => withoutMark(withoutTitle(span, title)))
    .filter((span) => isSaid(span.text));
}

/** As many characters, so that places stay what they are. */
function withoutFrontMatter(text: string): string {
  const matter = /^---\n[^]*?\n---\n/.exec(text)?.[0] ?? "";
  return " ".repeat(matter.length) + text.slice(matter.length);
}

/** A title says what a text is about, and nothing about it. */
function isHeading(text: string, title: string): boolean {
  return /^#{1,6}\s/.test(text) || /^title:/i.test(text) || runOf(text) === runOf(title);
}

/** A title on the line above has no end of its own. */
function withoutTitle(span: Span, title: string): Span {
  if (title === "" || !span.text.startsWith(`${title}\n`)) return span;
  return from(span, title.length);
}

function withoutMark(span: Span): Span {
  const mark = /^(?:(?:[-*+•>]|\d{1,3}[.)])\s+)+/.exec(span.text)?.[0] ?? "";
  return mark === "" ? span : from(span, mark.length);
}

/** Without so many characters at the beginning, and the white space behind them. */
function from({ text, start, end }: Span, length: number): Span {
  const space = /^\s*/.exec(text.slice(length))?.[0].length ?? 0;
  const cut = length + space;
  return { text: text.slice(cut), start: start + cut, end };
}

function isSaid(text: string): boolean {
  const signs = text.match(SIGNS)?.length ?? 0;
  if (CODE.test(text) || FLAGS.test(text)) return false;
  return words(text).length >= FEWEST_WORDS && signs <= MOST_SIGNS * text.length;
}
