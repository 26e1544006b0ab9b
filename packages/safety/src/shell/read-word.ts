import type { DoubleQuotedChild, Word, WordPart } from "unbash";
import { dequoteBare, dequoteDouble, hasWildcard } from "./dequote.ts";
import type { Doubt } from "./segment.ts";
import { addOneOf, addText, addUnknown, addWildcard, EMPTY, type ShapeList } from "./shape-list.ts";
import { headOf, openWord, type Shape, type ShellWord } from "./word.ts";

/** What a reader of words knows and where it puts what it cannot be sure of. */
export type WordScope = {
  /** All values a variable can have; null when they are not known. */
  readonly valuesOf: (name: string) => readonly Shape[] | null;
  readonly doubt: (doubt: Doubt) => void;
};

const MOST_BRACED = 64;

/** A word as the shell would expand it; several where braces make several. */
export function readWord(word: Word, scope: WordScope): readonly ShellWord[] {
  const { parts, text } = word;
  if (parts === undefined) return [readBare(word, scope)];
  if (parts.some((part) => part.type === "BraceExpansion")) return expandBraces(word, parts, scope);
  return [readParts(text, parts, scope)];
}

/** As `readWord`, for places where no braces are expanded and only one word can stand. */
export function readOneWord(word: Word, scope: WordScope): ShellWord {
  const [first, ...others] = readWord(word, scope);
  return first === undefined || others.length > 0 ? openWord(word.text, false) : first;
}

function readBare({ text, value }: Word, scope: WordScope): ShellWord {
  const plain = dequoteBare(text);
  if (plain === null || plain !== value || hasWildcard(text)) {
    scope.doubt({
      kind: "unparsable",
      reason: `the word ${text.slice(0, 40)} can be read in two ways`,
    });
    return openWord(text, true);
  }
  const shapes = addBare(EMPTY, text, plain);
  // Behind the equals sign of such a word `~` is a folder too.
  const named = /^[A-Za-z_]\w*\+?=(?=(?:[^~]*:)?~)/.exec(text)?.[0];
  if (named === undefined) return { text, shapes, splits: false };
  return { text, shapes: [...shapes, { type: "open", begins: named }], splits: false };
}

/** Unquoted text; at the beginning of a word `~` is a folder. */
function addBare(list: ShapeList, text: string, value: string): ShapeList {
  if (list !== EMPTY || !text.startsWith("~")) return addText(list, value);
  const slash = value.indexOf("/");
  const user = slash === -1 ? value.slice(1) : value.slice(1, slash);
  if (user === "") return [{ type: "exact", value: value.slice(1), home: true }];
  // `~+` and `~-` are folders of the shell, `~name` is somebody's home if there is such a user.
  return [
    { type: "open", begins: "/" },
    { type: "exact", value },
  ];
}

function readParts(text: string, parts: readonly WordPart[], scope: WordScope): ShellWord {
  let shapes: ShapeList = EMPTY;
  let splits = false;
  for (const part of parts) {
    switch (part.type) {
      case "Literal": {
        const before = shapes;
        const value = checked(part, dequoteBare(part.text), scope);
        shapes = addBare(before, part.text, value);
        // `~'x'` is no folder, `~$x` may be one: both are kept in mind.
        const unclear = before === EMPTY && /^~[^/]*$/.test(part.text) && parts.length > 1;
        if (unclear) shapes = [...shapes, { type: "exact", value }];
        break;
      }
      case "SingleQuoted":
        shapes = addText(shapes, checked(part, part.text.slice(1, -1), scope));
        break;
      case "AnsiCQuoted":
        shapes = readAnsi(shapes, part, scope);
        break;
      case "DoubleQuoted":
      case "LocaleString":
        ({ shapes, splits } = readQuoted(part, { shapes, splits }, scope));
        break;
      case "Glob":
        shapes = addWildcard(shapes, part.kind === "bracket" ? "*" : part.text);
        break;
      case "ProcessSubstitution":
        shapes = addText(shapes, "/dev/fd/63");
        break;
      case "ArithmeticExpansion":
        shapes = addUnknown(shapes);
        break;
      default:
        ({ shapes, splits } = readExpansion(part, { shapes, splits }, scope));
    }
  }
  // Names that match a pattern of which a part is not known may be many.
  const many =
    parts.some(({ type }) => type === "Glob") && shapes.some(({ type }) => type === "open");
  return { text, shapes, splits: splits || many };
}

type Growing = { readonly shapes: ShapeList; readonly splits: boolean };

function readQuoted(
  part: Extract<WordPart, { type: "DoubleQuoted" | "LocaleString" }>,
  word: Growing,
  scope: WordScope,
): Growing {
  // A message catalogue may put anything in its place.
  if (part.type === "LocaleString") {
    return { shapes: addUnknown(word.shapes), splits: word.splits || part.parts.some(isList) };
  }
  // From here on `~` is no longer at the beginning.
  let shapes = word.shapes === EMPTY ? [...EMPTY] : word.shapes;
  let { splits } = word;
  for (const child of part.parts) {
    if (child.type === "Literal") {
      shapes = addText(shapes, checked(child, dequoteDouble(child.text), scope));
    } else {
      const values = valuesOf(child, scope);
      shapes = values === null ? addUnknown(shapes) : addOneOf(shapes, values);
      splits ||= isList(child);
    }
  }
  return { shapes, splits };
}

/** An unquoted expansion is split at blanks and its wildcards are expanded. */
function readExpansion(part: WordPart, word: Growing, scope: WordScope): Growing {
  if (part.type === "ExtendedGlob") {
    scope.doubt({
      kind: "unparsable",
      reason: "extended patterns mean something only to some shells",
    });
  }
  const values = valuesOf(part, scope);
  if (values === null) return { shapes: [{ type: "open", begins: "" }], splits: true };
  if (values.every(isOneWord)) return { ...word, shapes: addOneOf(word.shapes, values) };
  if (word.shapes === EMPTY && values.every(isName)) {
    // Names without a slash, cut at blanks, are still names without a slash.
    return { shapes: [{ type: "glob", pattern: "*" }], splits: true };
  }
  return { shapes: [{ type: "open", begins: "" }], splits: true };
}

function isOneWord(shape: Shape): boolean {
  if (shape.home === true && shape.type === "exact") return !/[\s*?[\]\\]/.test(shape.value);
  return shape.type === "exact" && shape.value !== "" && !/[\s*?[\]\\]/.test(shape.value);
}

function isName(shape: Shape): boolean {
  if (shape.home === true || shape.type === "open") return false;
  return !(shape.type === "exact" ? shape.value : shape.pattern).includes("/");
}

function valuesOf(part: WordPart | DoubleQuotedChild, scope: WordScope): readonly Shape[] | null {
  const name = variableOf(part);
  if (name === null) return null;
  return scope.valuesOf(name) ?? DEFAULTS.get(name) ?? null;
}

/** What these hold when the command itself does not set them. */
const DEFAULTS: ReadonlyMap<string, readonly Shape[]> = new Map([
  ["HOME", [{ type: "exact", value: "", home: true }]],
  ["PWD", [{ type: "exact", value: "." }]],
]);

function variableOf(part: WordPart | DoubleQuotedChild): string | null {
  const found = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})$/.exec(part.text);
  return found?.[1] ?? found?.[2] ?? null;
}

/** `"$@"` and `"${list[@]}"` become as many words as there are. */
function isList(part: { readonly text: string }): boolean {
  return /^\$(?:@|\{.*@.*\})$/s.test(part.text);
}

/** Our own reading of the quotes must agree with the parser's. */
function checked(
  part: { readonly text: string; readonly value: string },
  own: string | null,
  scope: WordScope,
): string {
  if (own !== part.value) {
    scope.doubt({
      kind: "unparsable",
      reason: `${part.text.slice(0, 40)} can be read in two ways`,
    });
  }
  return part.value;
}

function readAnsi(
  shapes: ShapeList,
  part: { readonly text: string; readonly value: string },
  scope: WordScope,
): ShapeList {
  // Tabs and newlines are everyday; other escapes hide what a word says.
  const plain = part.text.slice(2, -1).replaceAll(/\\[nt\\']/g, "");
  if (plain.includes("\\") || plain.includes("'")) {
    scope.doubt({ kind: "opaque", reason: `${part.text.slice(0, 40)} hides characters` });
    return addUnknown(shapes);
  }
  return addText(shapes, part.value);
}

function expandBraces(
  word: Word,
  parts: readonly WordPart[],
  scope: WordScope,
): readonly ShellWord[] {
  let heads: readonly string[] = [""];
  for (const part of parts) {
    const choices = part.type === "BraceExpansion" ? bracedWords(part.text) : [part.text];
    if (choices === null || heads.length * choices.length > MOST_BRACED) {
      return [openWord(word.text, true)];
    }
    heads = heads.flatMap((head) => choices.map((choice) => head + choice));
  }
  // Every other part must be plain text: what a variable holds is expanded after the braces.
  if (!parts.every(isBraceable)) return [openWord(word.text, true)];
  // An empty word that nothing quotes vanishes. Only the first one shows what was written.
  return heads
    .filter((text) => text !== "")
    .map((text, i): ShellWord => {
      const shown = i === 0 ? word.text : "";
      const shapes = bracedShapes(text);
      if (shapes !== null) return { text: shown, shapes, splits: false };
      scope.doubt({ kind: "unparsable", reason: `the braces of ${shown} are unclear` });
      return openWord(shown, true);
    });
}

function isBraceable(part: WordPart): boolean {
  if (part.type === "Literal") return !part.text.includes("\\");
  return part.type === "BraceExpansion" || (part.type === "Glob" && part.kind !== "bracket");
}

/** Text with wildcards in it; a NUL stands for the numbers of a sequence. */
function bracedShapes(text: string): ShapeList | null {
  let shapes: ShapeList = EMPTY;
  for (const piece of text.split(/([*?\0])/)) {
    if (/^[*?\0]$/.test(piece)) shapes = addWildcard(shapes, piece === "?" ? "?" : "*");
    else {
      const value = dequoteBare(piece);
      if (value === null) return null;
      shapes = addBare(shapes, piece, value);
    }
  }
  return shapes;
}

/** `{a,b}` as its words; a sequence as one word in which a NUL stands for the numbers. */
function bracedWords(text: string): readonly string[] | null {
  if (/^\{[\w.@%+:/=-]*(?:,[\w.@%+:/=-]*)+\}$/.test(text)) return text.slice(1, -1).split(",");
  return /^\{(?:-?\d+\.\.-?\d+|[a-z]\.\.[a-z])(?:\.\.-?\d+)?\}$/i.test(text) ? ["\0"] : null;
}

/** Whether every value of a word begins in a way that is known and no option. */
export function isSurelyOperand(word: ShellWord): boolean {
  return !word.splits && word.shapes.every((shape) => /^[^-+]/.test(headOf(shape)));
}
