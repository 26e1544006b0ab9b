import type { SourceFile, SourceLine } from "./source-file.ts";
import { stemOfPath } from "./passage.ts";
import type { Passage } from "./passage.ts";
import { depthOf } from "./text.ts";

const DEFINITION =
  /^(\s*)(?:(?:export|public|private|protected|internal|static|async|default|pub(?:\([^)]*\))?|abstract|final|declare|override|unsafe|extern|inline|sealed|open|data)\s+)*(function\*?|class|interface|type|enum|struct|trait|impl|def|fn|func|module|namespace|const|let|var|val|object|record|sub|proc|defn?|static|mod)\s+(?:\([^)]*\)\s*)?(?:<[^>]*>\s*)?([A-Za-z_$][\w$]*)/;
const KEY =
  /^(\s*)(?:readonly\s+|public\s+|private\s+|protected\s+|static\s+|"|')*([A-Za-z_$][\w$.-]*)["']?\??\s*(?:[:=](?!=)|\()\s*(.*)$/;
const CONSTANT = /^(?:const|let|var|val|static)$/;

type Comment = { readonly text: string; readonly line: number; readonly lastLine: number };
type Reading = {
  readonly path: string;
  readonly title: string;
  readonly found: Passage[];
  owner: string;
};

/** Definitions, constants and members with the comment above them, and comments that stand alone. */
export function codePassages({ path, lines }: SourceFile): readonly Passage[] {
  const reading: Reading = { path, title: stemOfPath(path), found: [], owner: "" };
  let comment: Comment | null = null;
  for (const [at, line] of lines.entries()) {
    if (isCommentLine(line.text, comment !== null && isOpen(lines, at))) {
      comment = grown(comment, line);
      continue;
    }
    const isNext = comment !== null && line.n === comment.lastLine + 1;
    const about = isNext ? comment : null;
    const passage = readLine(lines, at, about, reading);
    if (comment !== null && (passage === null || !isNext))
      reading.found.push(alone(comment, reading));
    if (passage !== null) reading.found.push(passage);
    comment = null;
  }
  if (comment !== null) reading.found.push(alone(comment, reading));
  return reading.found;
}

/** Whether a line lies inside a block comment that began above. */
function isOpen(lines: readonly SourceLine[], at: number): boolean {
  const above = lines[at - 1]?.text ?? "";
  return !above.includes("*/") && (/\/\*/.test(above) || /^\s*\*/.test(above));
}

function isCommentLine(text: string, inBlock: boolean): boolean {
  return (
    /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#(?![![]|include|define|if|endif|pragma)|--\s|;;|"""|%%)/.test(
      text,
    ) ||
    (inBlock && /^\s*\*/.test(text))
  );
}

function grown(comment: Comment | null, { n, text }: SourceLine): Comment {
  const said = text
    .replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/[/!]?|#+|--|;;|"""|%%)\s?/, "")
    .replace(/\s*\*\/\s*$/, "")
    .trim();
  if (comment === null || comment.lastLine !== n - 1) return { text: said, line: n, lastLine: n };
  return { ...comment, text: `${comment.text} ${said}`.trim(), lastLine: n };
}

function alone({ text, line, lastLine }: Comment, { path, title, owner }: Reading): Passage {
  return { path, line, lastLine, kind: "comment", quote: text, title, owner };
}

function readLine(
  lines: readonly SourceLine[],
  at: number,
  about: Comment | null,
  reading: Reading,
): Passage | null {
  const line = lines[at];
  if (line === undefined) return null;
  const told =
    about === null || about.text === "" ? {} : { about: { text: about.text, line: about.line } };
  const definition = DEFINITION.exec(line.text);
  const place = { path: reading.path, line: line.n, title: reading.title, ...told };
  if (definition !== null) {
    const [, indent = "", keyword = "", name = ""] = definition;
    // A variable inside of a function is nothing to point at.
    if (indent.length > 0 && CONSTANT.test(keyword)) return null;
    const { quote, body, lastLine } = statementAt(lines, at);
    const isCalled = body !== undefined || /=>|\bfunction\b/.test(quote);
    if (indent.length === 0) reading.owner = name;
    return {
      ...place,
      lastLine,
      kind: CONSTANT.test(keyword) && !isCalled ? "constant" : "definition",
      quote,
      name,
      ...(body === undefined ? {} : { body }),
      ...(indent.length > 0 ? { owner: reading.owner } : {}),
    };
  }
  const key = KEY.exec(line.text);
  const isMember =
    key !== null && ((about !== null && (key[1] ?? "").length <= 4) || isSetting(reading.path));
  if (!isMember) return null;
  return {
    ...place,
    lastLine: line.n,
    kind: "member",
    quote: line.text.trim(),
    name: key[2] ?? "",
    owner: reading.owner,
  };
}

function isSetting(path: string): boolean {
  return /\.(?:toml|ya?ml|ini|env|properties|json5?|cfg|conf)$|(?:^|\/)\.env/.test(path);
}

const MOST_LINES = 14;
const MOST_BODY = 40;
const CALLED =
  /\b(?:class|trait|impl|function|def|fn|func|sub|proc|defn)\b|=>\s*\{\s*$|\)\s*\{\s*$/;

type Statement = { readonly quote: string; readonly body?: string; readonly lastLine: number };

/** Of a function its head and, apart, its body; data whole as far as it is not long. */
function statementAt(lines: readonly SourceLine[], at: number): Statement {
  const first = lines[at];
  if (first === undefined) return { quote: "", lastLine: 0 };
  const taken = takeStatement(lines, at);
  const head = Math.max(1, headLength(taken));
  const isCalled = CALLED.test(taken.slice(0, head).join("\n"));
  const shown = isCalled
    ? taken.slice(0, head)
    : taken.length > MOST_LINES
      ? taken.slice(0, MOST_LINES)
      : taken;
  return {
    quote: shown.join("\n"),
    ...(isCalled ? { body: taken.slice(head).join("\n") } : {}),
    lastLine: first.n + shown.length - 1,
  };
}

/** The lines up to where its brackets are closed. */
function takeStatement(lines: readonly SourceLine[], at: number): readonly string[] {
  const taken: string[] = [];
  let depth = 0;
  let last = lines[at]?.n ?? 0;
  for (const { n, text } of lines.slice(at, at + MOST_BODY)) {
    const before = taken.at(-1);
    if (before !== undefined) {
      const isOpen =
        depth > 0 || /[=,(|&]\s*$/.test(before) || /^\s*[|&.?)]/.test(text) || /^\s+\S/.test(text);
      if (n !== last + 1 || !isOpen || (depth <= 0 && /;\s*$/.test(before))) break;
    }
    taken.push(text);
    depth += depthOf(text);
    last = n;
    if (depth <= 0 && taken.length > 1 && /^[})\]]/.test(text)) break;
  }
  return taken;
}

/** What stands before a body. */
function headLength(lines: readonly string[]): number {
  let round = 0;
  for (const [at, line] of lines.entries()) {
    for (const sign of line) round += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    if (round <= 0 && /[{:=[(]\s*$/.test(line)) return at + 1;
  }
  return 1;
}
