const SKIPPED = /^(?:script|style|noscript|template|svg|head)$/;
const BLOCKS =
  /^(?:address|article|blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|td|th|tr|ul)$/;

/**
 * The text of HTML without making a document of it: for pages that are too large, too deep or too
 * odd for that. One pass, no nesting.
 */
export function plainHtml(html: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    parts.push(html.slice(at, open === -1 ? html.length : open));
    if (open === -1) break;
    at = behindTag(html, open, parts);
  }
  return decodeEntities(parts.join(""))
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** Where the text goes on; adds what the tag stands for. */
function behindTag(html: string, open: number, parts: string[]): number {
  if (html.startsWith("<!--", open)) return behind(html, "-->", open + 4);
  const name = /^<\/?([a-z][a-z\d]*)/i.exec(html.slice(open, open + 32))?.[1]?.toLowerCase();
  if (name === undefined) {
    const isMarkup = html[open + 1] === "!" || html[open + 1] === "?";
    if (isMarkup) return behind(html, ">", open + 1);
    parts.push("<");
    return open + 1;
  }
  const end = behind(html, ">", open + 1);
  if (BLOCKS.test(name)) parts.push("\n");
  const isSkipped = SKIPPED.test(name) && html[open + 1] !== "/";
  return isSkipped ? behindClose(html, name, end) : end;
}

function behind(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

function behindClose(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}[^>]*>`, "gi");
  close.lastIndex = from;
  const found = close.exec(html);
  return found === null ? html.length : close.lastIndex;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  gt: ">",
  hellip: "…",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  nbsp: " ",
  ndash: "–",
  quot: '"',
  rdquo: "”",
  rsquo: "’",
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, ...groups) => {
    const [decimal, hex, name]: unknown[] = groups;
    if (typeof name === "string") return NAMED[name.toLowerCase()] ?? whole;
    const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : "";
  });
}
