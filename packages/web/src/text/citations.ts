import type { Citation, CitationStatus } from "@squire/protocol";

export const CITATION_MARKS: Readonly<Record<CitationStatus, string>> = {
  verified: "✓",
  near: "≈",
  missing: "✗",
  unreachable: "?",
};

export const CITATION_WORDS: Readonly<Record<CitationStatus, string>> = {
  verified: "stands in its source word for word",
  near: "stands in its source in other words",
  missing: "was not found in its source",
  unreachable: "its source could not be read",
};

/** Turns `[1]` in words into a button that shows the source, with the mark of its check. */
export function markCitations(root: Node, citations: readonly Citation[]): void {
  if (citations.length === 0) return;
  const known = new Map(citations.map((citation) => [citation.n, citation]));
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && node.parentElement?.closest("code, a, button") === null)
      texts.push(node);
  }
  for (const text of texts) markText(text, known);
}

function markText(node: Text, known: ReadonlyMap<number, Citation>): void {
  const parts = node.data.split(/(\[\d{1,4}\])/);
  if (parts.length === 1) return;
  const nodes = parts.map((part) => {
    const citation = known.get(Number(/^\[(\d+)\]$/.exec(part)?.[1] ?? Number.NaN));
    return citation === undefined ? document.createTextNode(part) : markOf(citation);
  });
  node.replaceWith(...nodes);
}

function markOf({ n, status }: Citation): HTMLElement {
  const mark = document.createElement("button");
  mark.type = "button";
  mark.className = `cite ${status}`;
  mark.textContent = `${CITATION_MARKS[status]}${n}`;
  mark.setAttribute("data-cite", String(n));
  mark.setAttribute("aria-label", `Source ${n}: ${CITATION_WORDS[status]}`);
  return mark;
}
