const MOST_CELLS = 5000;
/** What has these in its cells is a page laid out as a table. */
const LAYOUT = "table,pre,ul,ol,h1,h2,h3,h4,h5,h6,blockquote";

/** A table of data as Markdown; null for one that only places things. */
export function tableText(table: Element, cellText: (cell: Element) => string): string | null {
  const rows = [...table.querySelectorAll("tr")].map((row) =>
    [...row.children].filter(({ tagName }) => tagName === "TD" || tagName === "TH"),
  );
  const filled = rows.filter((cells) => cells.length > 0);
  const width = Math.max(0, ...filled.map((cells) => cells.length));
  if (width < 2 || width * filled.length > MOST_CELLS) return null;
  if (table.querySelector(LAYOUT) !== null) return null;
  const [head = [], ...body] = filled.map((cells) => cells.map((cell) => oneLine(cellText(cell))));
  const caption = table.querySelector("caption");
  return [
    ...(caption === null ? [] : [oneLine(caption.textContent ?? ""), ""]),
    line(head, width),
    line(
      Array.from({ length: width }, () => "---"),
      width,
    ),
    ...body.map((cells) => line(cells, width)),
  ].join("\n");
}

function line(cells: readonly string[], width: number): string {
  const missing = Array.from({ length: width - cells.length }, () => "");
  return `| ${[...cells, ...missing].join(" | ")} |`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();
}
