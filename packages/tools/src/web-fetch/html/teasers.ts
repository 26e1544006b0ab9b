import { measure, type Measures } from "./measure.ts";

const MOST_TEASER_CHARS = 500;
const FEWEST = 3;
/** More of the page than this: it is a front page, made of them. */
const MOST_OF_PAGE = 0.6;

/**
 * Takes away invitations to other pages: a few lines under a heading that is nothing
 * but a link. One or two may be meant; from three on they are a list.
 */
export function stripTeasers(body: Element, url: string): void {
  const sizes = measure(body);
  const teasers = new Set<Element>();
  for (const heading of body.querySelectorAll("h2,h3,h4,h5")) {
    const { chars, linkChars } = sizes.of(heading);
    if (chars === 0 || linkChars < chars * 0.9) continue;
    const card = cardOf(heading, sizes, body);
    // A shopping guide links its headings to shops: that is its text.
    if (card.tagName === "ARTICLE" || leadsToSite(heading, url)) teasers.add(card);
  }
  const inTeasers = [...teasers].reduce((sum, card) => sum + sizes.of(card).chars, 0);
  if (teasers.size < FEWEST || inTeasers > sizes.of(body).chars * MOST_OF_PAGE) return;
  for (const card of teasers) card.remove();
}

/** The largest element around a heading that holds no other heading and not too much. */
function cardOf(heading: Element, sizes: Measures, body: Element): Element {
  let card = heading;
  for (let next = card.parentElement; next !== null && next !== body; next = next.parentElement) {
    const isLarge = sizes.of(next).chars > MOST_TEASER_CHARS;
    if (isLarge || next.querySelectorAll("h1,h2,h3,h4,h5").length > 1) return card;
    card = next;
  }
  return card;
}

function leadsToSite(heading: Element, url: string): boolean {
  const link = heading.querySelector("a[href]") ?? heading.closest("a[href]");
  const target = URL.parse(link?.getAttribute("href") ?? "", url);
  return target !== null && target.host === URL.parse(url)?.host;
}
