const LD_TYPE = /"@type"\s*:\s*\[?\s*"(?:\w*Article|\w*Posting|Report|Review)"/i;

const MARKS = [
  "meta[property='og:type'][content*='article']",
  "meta[property='article:published_time']",
  "[itemprop='datePublished']",
  "[itemprop='articleBody']",
  "[pubdate]",
].join();

/**
 * Whether a page says of itself that it is an article: news, a post, a review. These have much
 * around the text that can be told apart; on any other page a list of links may be the content.
 */
export function isDeclaredArticle(document: Document): boolean {
  if (document.querySelector(MARKS) !== null) return true;
  const data = [...document.querySelectorAll("script[type='application/ld+json']")];
  return data.some(({ textContent }) => LD_TYPE.test(textContent ?? ""));
}
