import { findArticle } from "./article.ts";
import { blockText } from "./block-text.ts";

/** The plain text of the article in a page. */
export async function articleText(html: string, url: string): Promise<string> {
  return blockText((await findArticle(html, url)).root);
}
