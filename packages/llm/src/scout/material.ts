import type { SourceFile } from "./source-file.ts";

/** A message taken apart: what is asked, and what was given along to be read. */
export type Given = { readonly question: string; readonly material: readonly SourceFile[] };

const FILE = /<file path="([^"\n]*)"(?: lines="(\d+)[^"\n]*")?>\n([^]*?)<\/file>/g;
/** A longer message is a question with a text behind it, such as what was piped in. */
const LONGEST_QUESTION = 600;
const PIPED = "input";

/** Attached files and piped text are no part of the question: they are what it is about. */
export function takeApart(message: string): Given {
  const files = [...message.matchAll(FILE)].map(([, path = "", first = "1", text = ""]) =>
    fileOf(path, text, Number(first)),
  );
  const rest = message.replaceAll(FILE, "").trim();
  const gap = rest.search(/\n\s*\n/);
  if (gap === -1 || rest.length <= LONGEST_QUESTION) return { question: rest, material: files };
  const piped = fileOf(PIPED, rest.slice(gap).trim());
  return { question: rest.slice(0, gap).trim(), material: [...files, piped] };
}

function fileOf(path: string, text: string, first = 1): SourceFile {
  return { path, lines: text.split("\n").map((line, at) => ({ n: first + at, text: line })) };
}
