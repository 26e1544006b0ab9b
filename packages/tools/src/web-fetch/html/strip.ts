import { COMMENT_WORDS, LINE_WORDS, PART_WORDS } from "./boilerplate-words.ts";
import { measure, type Measures } from "./measure.ts";

/** Nothing to read, whatever it holds. */
const MACHINERY = "script,style,noscript,template,iframe,object,embed,svg,canvas,link,meta";

const CONTROLS = "audio,video,button,input,select,textarea,dialog,datalist";

/** Around the content by what they are. */
const AROUND = [
  "nav,aside,footer,[hidden]",
  ...["alert", "banner", "complementary", "contentinfo", "dialog", "menu", "menubar"].map(
    (role) => `[role='${role}']`,
  ),
  ...["navigation", "search", "toolbar"].map((role) => `[role='${role}']`),
].join();

const PRINT_OR_SPEECH =
  /(?:^|\s)(?:d-print-\w+|print-only|sr-only|visually-?hidden|screen-reader-text)(?:\s|$)/i;

/** More of the page than this is not something around it. */
const MOST_AROUND = 0.4;
const MOST_PART = 0.3;
const MOST_LINE_CHARS = 250;
/** Below this much text besides the comments, the comments are what the page is for. */
const LEAST_BESIDES_COMMENTS = 250;

/** Takes away what nobody reads a page for (WEB-5). */
export function stripAround(document: Document): void {
  for (const element of document.querySelectorAll(MACHINERY)) element.remove();
  for (const element of document.querySelectorAll(CONTROLS)) element.remove();
  const { body } = document;
  const sizes = measure(body);
  const total = sizes.of(body).chars;
  for (const element of body.querySelectorAll(`${AROUND},form`)) {
    if (sizes.of(element).chars <= total * MOST_AROUND) element.remove();
  }
  for (const element of body.querySelectorAll("figcaption")) {
    // What a table or a listing is called belongs to it.
    if (element.parentNode?.querySelector("table,pre") === null) element.remove();
  }
}

/** Takes away parts by what their author calls them. Must come after `stripAround`. */
export function stripByName(document: Document, declared: boolean): void {
  const { body } = document;
  if (declared) stripComments(body);
  const sizes = measure(body);
  for (const element of body.querySelectorAll("[class],[id]")) {
    if (element.parentNode === null || KEPT.test(element.tagName)) continue;
    const isNamed = declared ? isPartOrLine(element, sizes, body) : isMenu(element, sizes, body);
    if (isNamed && element.querySelector("article,main,h1,blockquote") === null) element.remove();
  }
}

const KEPT = /^(ARTICLE|BLOCKQUOTE|BODY|CODE|H[1-6]|MAIN|PRE|TABLE|TBODY|TD|TR)$/;

function isPartOrLine(element: Element, sizes: Measures, body: Element): boolean {
  const { chars, linkChars } = sizes.of(element);
  const total = sizes.of(body).chars;
  if (PRINT_OR_SPEECH.test(element.className)) return chars < total * MOST_PART;
  const words = wordsOf(`${element.className} ${element.id}`);
  if (!words.some((word) => PARTS.has(word))) {
    return chars <= MOST_LINE_CHARS && words.some((word) => LINES.has(word));
  }
  if (chars > total * MOST_PART) return false;
  // A large part of running text only has an unlucky name.
  const isText = linkChars < chars * 0.3 && element.querySelectorAll("p").length > 3;
  return chars < total * 0.1 || !isText;
}

/** On pages that may be anything: only what also looks like a menu. An id may be a mere anchor. */
function isMenu(element: Element, sizes: Measures, body: Element): boolean {
  const { chars, linkChars } = sizes.of(element);
  if (chars > sizes.of(body).chars * MOST_PART || linkChars < chars * 0.5) return false;
  return wordsOf(element.className).some((word) => PARTS.has(word));
}

function stripComments(body: Element): void {
  for (const element of body.querySelectorAll("[class],[id]")) {
    if (element.parentNode === null || KEPT.test(element.tagName)) continue;
    const isNamed = wordsOf(`${element.className} ${element.id}`).some((word) =>
      COMMENTS.has(word),
    );
    if (!isNamed || element.querySelector("main,h1") !== null) continue;
    if (paragraphChars(body) - paragraphChars(element) > LEAST_BESIDES_COMMENTS) element.remove();
  }
}

function paragraphChars(root: Element): number {
  return [...root.querySelectorAll("p")]
    .map(({ textContent }) => (textContent ?? "").trim().length)
    .filter((length) => length > 40)
    .reduce((sum, length) => sum + length, 0);
}

/** `articleShare-buttons` → article, share, buttons. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
}

const PARTS = new Set(PART_WORDS);
const LINES = new Set(LINE_WORDS);
const COMMENTS = new Set(COMMENT_WORDS);
