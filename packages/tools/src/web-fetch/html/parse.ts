import { flatten } from "./flatten.ts";

/**
 * A document from HTML of any quality: no scripts, no requests. There is always one `html` element
 * with one `body`, wherever the author put the tags.
 */
export async function parseHtml(html: string): Promise<Document> {
  const { parseHTML } = await import("linkedom");
  const read = (text: string): Document => parseHTML(text).document;
  const document = /<html[\s>]/i.test(html.slice(0, 20_000)) ? read(html) : read(wrapped(html));
  const whole = isHtml(document) ? document : read(wrapped(html));
  gatherBody(whole);
  flatten(whole.body);
  return whole;
}

function wrapped(html: string): string {
  return `<html><head></head><body>${html.replace(/^\s*<!doctype[^>]*>/i, "")}</body></html>`;
}

// The type says that it is always there; of an empty text it is not.
function isHtml(document: { readonly documentElement: Element | null }): boolean {
  return document.documentElement?.tagName === "HTML";
}

/** The parser takes a missing `body` for an empty one and leaves the content outside. */
function gatherBody(document: Document): void {
  const root = document.documentElement;
  const bodies = [...root.children].filter(({ tagName }) => tagName === "BODY");
  const body = bodies[0] ?? document.createElement("body");
  const outside = [...root.childNodes].filter(
    (node) => node !== body && node.nodeName !== "HEAD" && !bodies.includes(node as Element),
  );
  if (bodies.length === 0) root.append(body);
  for (const node of outside) body.append(node);
  for (const other of bodies.slice(1)) {
    body.append(...other.childNodes);
    other.remove();
  }
}
