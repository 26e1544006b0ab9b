import { titleOf } from "./article.ts";
import type { HtmlExtract } from "./html-extract.ts";
import { absoluteLinks, baseOf } from "./links.ts";
import { parseHtml } from "./parse.ts";
import { readable } from "./readable.ts";

const MOST_PARTS = 200;
const MACHINERY = "script,style,noscript,template,iframe,svg";

/** Only what a CSS selector finds, one part below the other; parts inside of parts once. */
export async function selectParts(
  html: string,
  url: string,
  selector: string,
): Promise<HtmlExtract> {
  const document = await parseHtml(html);
  const found = tryAll(document, selector);
  if (found === null) {
    return { type: "bad_selector", message: `${JSON.stringify(selector)} is no CSS selector.` };
  }
  const outer = found.filter(
    (part) => !found.some((other) => other !== part && other.contains(part)),
  );
  if (outer.length === 0) return { type: "nothing_selected" };
  const texts: string[] = [];
  for (const part of outer.slice(0, MOST_PARTS)) {
    for (const element of part.querySelectorAll(MACHINERY)) element.remove();
    // The writer starts inside of what it is given: a table or list would lose its own form.
    const box = document.createElement("div");
    box.append(part.cloneNode(true));
    absoluteLinks(box, baseOf(document, url));
    texts.push(await readable(box));
  }
  return { type: "text", title: titleOf(document), text: texts.join("\n\n") };
}

function tryAll(document: Document, selector: string): readonly Element[] | null {
  try {
    return [...document.querySelectorAll(selector)].slice(0, MOST_PARTS * 10);
  } catch {
    return null;
  }
}
