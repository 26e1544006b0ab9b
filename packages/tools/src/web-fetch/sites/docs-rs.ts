import { plainHtml } from "../html/plain-html.ts";
import type { SiteSource, SiteText } from "./site-source.ts";

/** Pages of the site itself. */
const OTHER_PAGES = /^\/(?:crate|about|releases|-|std|search)?(?:\/|$)/;

/** The documentation of a Rust item without the frame of the page and what every type has (WEB-7). */
export function docsRsSource({ hostname, pathname }: URL): SiteSource | null {
  if (hostname !== "docs.rs" || OTHER_PAGES.test(pathname) || pathname.includes("/src/"))
    return null;
  return {
    requests: [{ url: `https://docs.rs${pathname}` }],
    read: ([html = ""]) => itemText(html),
  };
}

/** What every type gets without saying so: lists that are longer than the rest of the page. */
const COMMON_PARTS = /<h2\b[^>]*\bid="(?:synthetic|blanket)-implementations"/;

/** Anchors, links to the source, and buttons. */
const FURNITURE = [
  /<a\b[^>]*\bclass="(?:anchor|doc-anchor|src[^"]*)"[^>]*>[\s\S]*?<\/a>/g,
  /<button\b[\s\S]*?<\/button>/g,
  /<span class="rustdoc-breadcrumbs">[\s\S]*?<\/span>/g,
];

function itemText(html: string): SiteText | null {
  const start = html.search(/<section\b[^>]*\bid="main-content"/);
  if (start === -1) return null;
  const rest = html.slice(start);
  const end = rest.search(COMMON_PARTS);
  const own = end === -1 ? rest.replace(/<\/main>[\s\S]*$/, "") : rest.slice(0, end);
  const [, title = ""] = /<title>([^<]{1,300})<\/title>/.exec(html) ?? [];
  return {
    title: plainHtml(title).replace(/ - Rust$/, ""),
    html: FURNITURE.reduce((text, part) => text.replaceAll(part, ""), own),
  };
}
