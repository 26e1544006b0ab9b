import type { SourceFile, SourceLine } from "./outcomes.ts";
import { stemOfPath } from "./passage.ts";
import type { Passage } from "./passage.ts";

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
    const { quote, lastLine } = statementAt(lines, at);
    const kind =
      CONSTANT.test(keyword) && !/=>|\bfunction\b/.test(quote) ? "constant" : "definition";
    if (indent.length === 0) reading.owner = name;
    return {
      ...place,
      lastLine,
      kind,
      quote,
      name,
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

/** A definition up to its body; one that is short, or that is all data, is taken whole. */
function statementAt(
  lines: readonly SourceLine[],
  at: number,
): { readonly quote: string; readonly lastLine: number } {
  const first = lines[at];
  if (first === undefined) return { quote: "", lastLine: 0 };
  const taken = [first.text];
  let depth = depthOf(first.text);
  let last = first.n;
  for (const line of lines.slice(at + 1, at + MOST_LINES)) {
    if (depth <= 0 && /[;{}:]\s*$|^\s*$/.test(taken.at(-1) ?? "")) break;
    if (depth <= 0 && !/[=,(|&]\s*$/.test(taken.at(-1) ?? "") && !/^\s*[|&.?)]/.test(line.text))
      break;
    if (line.n !== last + 1) break;
    taken.push(line.text);
    depth += depthOf(line.text);
    last = line.n;
  }
  const whole = depth <= 0;
  if (whole) return { quote: taken.join("\n"), lastLine: last };
  const head = taken.slice(0, Math.max(1, headLength(taken)));
  return { quote: head.join("\n"), lastLine: first.n + head.length - 1 };
}

/** Of something long only what stands before its body. */
function headLength(lines: readonly string[]): number {
  let round = 0;
  for (const [at, line] of lines.entries()) {
    for (const sign of line) round += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    if (round <= 0 && /[{:=[(]\s*$/.test(line)) return at + 1;
  }
  return 1;
}

function depthOf(line: string): number {
  let depth = 0;
  for (const sign of line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, "")) {
    if ("({[".includes(sign)) depth++;
    if (")}]".includes(sign)) depth--;
  }
  return depth;
}
