export type CodeBlock = {
  readonly start: number;
  readonly end: number;
  readonly language: string;
  readonly body: string;
  readonly closed: boolean;
};

/** The fenced blocks of a Markdown text, in order. */
export function codeBlocksIn(text: string): readonly CodeBlock[] {
  const found: CodeBlock[] = [];
  let open: { start: number; from: number; language: string; mark: string } | null = null;
  for (const match of text.matchAll(/^[ \t]{0,8}(`{3,64}|~{3,64})[ \t]*([\w+-]{0,32})[^\n]*$/gm)) {
    const [line, mark = "", language = ""] = match;
    const end = match.index + line.length;
    if (open === null) open = { start: match.index, from: end, language, mark };
    else if (language === "" && mark.startsWith(open.mark)) {
      const body = text.slice(open.from, match.index);
      found.push({ start: open.start, end, language: open.language, body, closed: true });
      open = null;
    }
  }
  if (open !== null) {
    const { start, from, language } = open;
    found.push({ start, end: text.length, language, body: text.slice(from), closed: false });
  }
  return found;
}
