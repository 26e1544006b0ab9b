import { forEachChild, type ParsedScript, type SyntaxNode } from "unbash";

/** Nodes whose text is not made of commands: they are looked at by themselves. */
const OPAQUE: ReadonlySet<string> = new Set([
  "Word",
  "Assignment",
  "HereDocBody",
  "HereDocDelimiter",
  "FileDescriptor",
  "FileDescriptorVariable",
]);

/** Two separators with nothing between them, or one at the beginning of a line. */
const SUSPECT = /(?:[;&|]|\n)[ \t]*[;&|]/;

/** Operators, longest first; those of redirections are no separators. */
const OPERATORS = /&>>|&>|>&|<&|>\||;;&|;;|;&|&&|\|\||\|&|[;&|\n]|[^;&|\n<>\s]+|[<>]+/g;

/**
 * Whether a separator stands where no shell takes one. The parser is more lenient there than the
 * shells. Only this script is looked at, not what its words hold.
 */
export function hasStraySeparator(script: ParsedScript, source: string): boolean {
  const { pos, end } = script;
  if (!SUSPECT.test(source.slice(pos, end))) return false;
  const hidden: (readonly [number, number])[] = [];
  const open: SyntaxNode[] = [script];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (
      OPAQUE.has(node.type) ||
      node.type.startsWith("Arithmetic") ||
      node.type.startsWith("Test")
    ) {
      hidden.push([node.pos, node.end]);
      continue;
    }
    if (node.type === "HereDoc" && node.closing !== undefined) {
      hidden.push([node.closing.pos, node.closing.end]);
    }
    forEachChild(node, (child) => void open.push(child));
  }
  return followsSeparator(withoutComments(masked(source.slice(pos, end), hidden, pos)));
}

function followsSeparator(text: string): boolean {
  let before = "";
  for (const [token] of text.matchAll(OPERATORS)) {
    const separates = /^(?:;;&|;;|;&|&&|\|\||\|&|[;&|])$/.test(token);
    // A case may be empty, and a line may be.
    if (separates && /^(?:&&|\|\||\|&|[;&|\n])$/.test(before) && !/^;[;&]/.test(token)) return true;
    if (token !== "\n" || !/^(?:&&|\|\||\|&?)$/.test(before)) before = token;
  }
  return false;
}

function masked(
  text: string,
  hidden: readonly (readonly [number, number])[],
  offset: number,
): string {
  const sorted = [...hidden].sort((a, b) => a[0] - b[0]);
  let result = "";
  let at = 0;
  for (const [from, to] of sorted) {
    const [begin, end] = [from - offset, to - offset];
    if (begin < at || begin > text.length) continue;
    // A line that ends inside of a word or a heredoc is no end of a command.
    result += `${text.slice(at, begin)}w`;
    at = Math.max(end, at);
  }
  return result + text.slice(at);
}

/** A backslash joins two lines, but not at the end of a comment. */
function withoutComments(text: string): string {
  return text.replaceAll(/(^|[\s;&|()])#[^\n]*/g, "$1").replaceAll("\\\n", " ");
}
