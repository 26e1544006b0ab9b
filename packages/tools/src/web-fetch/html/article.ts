import { isDeclaredArticle } from "./declared.ts";
import { baseOf } from "./links.ts";
import { measure } from "./measure.ts";
import { parseHtml } from "./parse.ts";
import { stripAround, stripByName } from "./strip.ts";
import { stripTeasers } from "./teasers.ts";
import { tidyArticle } from "./tidy.ts";

export type Article = {
  readonly title: string;
  /** What links in it are relative to. */
  readonly base: string;
  readonly root: Element;
};

/** Less than this share of a page that is not an article is only a piece of it. */
const LEAST_OF_PAGE = 0.5;
const LEAST_CHARS = 100;

/** So little of so much text is likely a slip of ours. */
const SUSPICIOUS = { chars: 400, ofTotal: 1500 };

/** What a page is about, without what is around it. */
export async function findArticle(html: string, url: string): Promise<Article> {
  const careful = await find(html, url, true);
  if (careful.chars >= SUSPICIOUS.chars || careful.total < SUSPICIOUS.ofTotal) return careful;
  const plain = await find(html, url, false);
  return plain.chars > careful.chars ? plain : careful;
}

type Found = Article & { readonly chars: number; readonly total: number };

async function find(html: string, url: string, byName: boolean): Promise<Found> {
  const { Readability } = await import("@mozilla/readability");
  const document = await parseHtml(html);
  const declared = isDeclaredArticle(document);
  const title = titleOf(document);
  const base = baseOf(document, url);
  stripAround(document);
  const total = charsOf(document.body);
  if (byName) stripByName(document, declared);
  if (byName && declared) stripTeasers(document.body, url);
  const whole = document.querySelector("main,[role='main']") ?? document.body;
  const copy = whole.cloneNode(true) as Element;
  // Classes name the languages of listings.
  const options = { serializer: (node: Node): Node => node, keepClasses: true };
  const root = new Readability<Node>(document, options).parse()?.content;
  if (!isElement(root) || !isEnough(root, copy, declared)) {
    return { title, base, root: copy, chars: charsOf(copy), total };
  }
  if (declared) tidyArticle(root);
  return { title, base, root, chars: charsOf(root), total };
}

function isEnough(found: Element, whole: Element, declared: boolean): boolean {
  const chars = charsOf(found);
  const total = charsOf(whole);
  if (chars < Math.min(LEAST_CHARS, total)) return false;
  return declared || chars >= total * LEAST_OF_PAGE;
}

function charsOf(element: Element): number {
  return measure(element).of(element).chars;
}

function isElement(node: Node | null | undefined): node is Element {
  return node?.nodeType === 1;
}

export function titleOf(document: Document): string {
  const given =
    document.querySelector("meta[property='og:title']")?.getAttribute("content") ??
    document.querySelector("title")?.textContent ??
    document.querySelector("h1")?.textContent ??
    "";
  return given.replaceAll(/\s+/g, " ").trim();
}
