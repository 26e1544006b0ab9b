import { sentences } from "@squire/ranking";
import type { SourceFile, SourceLine } from "./source-file.ts";
import { stemOfPath } from "./passage.ts";
import type { Passage } from "./passage.ts";

type Block = { readonly lines: readonly SourceLine[]; readonly kind: "paragraph" | "item" | "row" };

const FEWEST_RECORDS = 4;

/** The sentences, list items, table rows and headings of a text, each with the headings above it. */
export function prosePassages({ path, lines }: SourceFile): readonly Passage[] {
  const found: Passage[] = [];
  const headings: string[] = [stemOfPath(path)];
  const title = (): string =>
    headings.filter((heading) => heading !== undefined && heading !== "").join(" › ");
  let block: SourceLine[] = [];
  let kind: Block["kind"] = "paragraph";
  let isCode = false;
  const flush = (): void => {
    if (block.length > 0) found.push(...passagesOf({ lines: block, kind }, path, title()));
    block = [];
    kind = "paragraph";
  };
  for (const line of lines) {
    const gap = block.length > 0 && line.n !== (block.at(-1)?.n ?? 0) + 1;
    if (gap) flush();
    if (/^\s*(?:```|~~~)/.test(line.text)) [isCode] = [!isCode, flush()];
    const heading = isCode ? null : /^\s{0,3}(#{1,6})\s+(.+?)\s*#*$/.exec(line.text);
    if (heading !== null) {
      flush();
      const level = (heading[1] ?? "#").length;
      headings.length = Math.min(headings.length, level);
      headings[level] = heading[2] ?? "";
      found.push(headingOf(path, line, heading[2] ?? "", title()));
    } else if (line.text.trim() === "" || isCode || /^\s*[-|: ]*-{3}[-|: ]*$/.test(line.text))
      flush();
    else if (/^\s*\|/.test(line.text)) {
      flush();
      found.push(...passagesOf({ lines: [line], kind: "row" }, path, title()));
    } else if (/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/.test(line.text)) {
      flush();
      kind = "item";
      block.push(line);
    } else block.push(line);
  }
  flush();
  return found;
}

function headingOf(path: string, { n }: SourceLine, quote: string, title: string): Passage {
  return { path, line: n, lastLine: n, kind: "heading", quote, name: quote, title };
}

function passagesOf({ lines, kind }: Block, path: string, title: string): readonly Passage[] {
  const starts: number[] = [];
  let text = "";
  for (const line of lines) {
    if (text !== "") text += " ";
    starts.push(text.length);
    text += line.text.trim();
  }
  const lineAt = (offset: number): number => {
    const at = starts.findLastIndex((start) => start <= offset);
    return lines[at]?.n ?? lines[0]?.n ?? 1;
  };
  const passage = (quote: string, from: number, to: number): Passage => ({
    path,
    line: lineAt(from),
    lastLine: lineAt(Math.max(from, to - 1)),
    kind: kind === "paragraph" ? "sentence" : kind,
    quote,
    title,
    owner: title,
  });
  // A row says something only as a whole.
  if (kind === "row") return [passage(text, 0, text.length)];
  const said = sentences(text);
  // A log or a list without marks: its lines are what it is made of.
  if (lines.length >= FEWEST_RECORDS && said.length * 3 < lines.length) {
    return starts.map((start, at) => {
      const quote = lines[at]?.text.trim() ?? "";
      return passage(quote, start, start + quote.length);
    });
  }
  return said.map(({ text: quote, start, end }) => passage(quote, start, end));
}
