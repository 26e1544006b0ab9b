const LONGEST = 2000;

/** An address that a click may open; null for all others. */
export function safeAddress(href: string): URL | null {
  if (href.length > LONGEST) return null;
  const url = URL.parse(href);
  return url !== null && ["http:", "https:", "mailto:"].includes(url.protocol) ? url : null;
}

/** Where a link leads, as a person should know it before a click. */
export function placeOf(url: URL): string {
  return url.protocol === "mailto:" ? url.pathname : url.host;
}

/**
 * Makes links open elsewhere, without telling where they were, and shows the host when their words do
 * not. What leads nowhere safe becomes its words.
 */
export function settleLinks(root: ParentNode): void {
  for (const link of root.querySelectorAll("a")) {
    const url = safeAddress(link.getAttribute("href") ?? "");
    if (url === null) {
      link.replaceWith(...link.childNodes);
      continue;
    }
    link.setAttribute("href", url.href);
    link.setAttribute("target", "_blank");
    link.setAttribute("rel", "noopener noreferrer");
    link.setAttribute("title", url.href);
    const place = placeOf(url);
    if (!saysPlace(link.textContent, place)) link.after(hint(place));
  }
}

/** The words name the host itself, not one that only begins or ends like it. */
function saysPlace(words: string, place: string): boolean {
  const said = URL.parse(words.trim().replace(/^(?!https?:\/\/)/i, "https://"));
  return said?.host === place || words.trim() === place;
}

function hint(place: string): HTMLElement {
  const shown = document.createElement("span");
  shown.className = "link-host";
  shown.textContent = place;
  return shown;
}
