/** Makes links whole, so that they can be followed from anywhere; takes away those that lead nowhere. */
export function absoluteLinks(root: Element, base: string): void {
  for (const element of root.querySelectorAll("a")) {
    const href = element.getAttribute("href")?.trim() ?? "";
    const target = href.startsWith("#") ? null : URL.parse(href, base);
    if (href !== "" && target !== null && /^(https?|mailto):$/.test(target.protocol)) {
      // Spaces and brackets would end a link in Markdown.
      element.setAttribute("href", target.href.replaceAll("(", "%28").replaceAll(")", "%29"));
    } else element.removeAttribute("href");
  }
}

/** What relative links are relative to. */
export function baseOf(document: Document, url: string): string {
  const given = document.querySelector("base[href]")?.getAttribute("href");
  const base = given === null || given === undefined ? null : URL.parse(given, url);
  return base === null || !/^https?:$/.test(base.protocol) ? url : base.href;
}
