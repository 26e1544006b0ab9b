import { cleanText } from "../../web/clean-text.ts";
import { findArticle } from "./article.ts";
import type { HtmlExtract, HtmlRequest } from "./html-extract.ts";
import { absoluteLinks } from "./links.ts";
import { plainHtml } from "./plain-html.ts";
import { readable } from "./readable.ts";
import { selectParts } from "./select-parts.ts";

/** Beyond this a document takes longer to make than it is worth. */
const MOST_HTML_CHARS = 5_000_000;

/** A page as Markdown, bounded in work; odd pages give plain text instead (WEB-5). */
export async function extractHtml(request: HtmlRequest): Promise<HtmlExtract> {
  if (request.html.length > MOST_HTML_CHARS) return asPlain(request);
  try {
    return await extract(request);
  } catch (error) {
    // Nested beyond the stack.
    if (error instanceof RangeError) return asPlain(request);
    throw error;
  }
}

async function extract({ html, url, selector }: HtmlRequest): Promise<HtmlExtract> {
  if (selector !== null) return selectParts(html, url, selector);
  const { title, base, root } = await findArticle(html, url);
  absoluteLinks(root, base);
  return { type: "text", title, text: await readable(root) };
}

function asPlain({ html, selector }: HtmlRequest): HtmlExtract {
  if (selector !== null) {
    const message = "The page is too large or too deep to select parts of it; leave selector away.";
    return { type: "bad_selector", message };
  }
  const [, title = ""] = /<title[^>]*>([^<]{0,500})/i.exec(html.slice(0, 100_000)) ?? [];
  return { type: "text", title: plainHtml(title), text: cleanText(plainHtml(html)) };
}
