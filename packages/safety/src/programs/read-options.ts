import { isSurelyOperand } from "../shell/read-word.ts";
import { exactWord, headOf, literalOf, type ShellWord } from "../shell/word.ts";
import type { Grammar, OptionSpec } from "./grammar.ts";

export type FoundOption = {
  /** With its dashes: `-n`, `--max-depth`. */
  readonly name: string;
  readonly spec: OptionSpec;
  readonly values: readonly ShellWord[];
};

/** The arguments of a program, told apart. */
export type ReadArgs = {
  readonly options: readonly FoundOption[];
  readonly operands: readonly ShellWord[];
  /** Options that are not in the table, and those whose value is missing. */
  readonly unknown: readonly string[];
  /** Some word may turn out to be an option. */
  readonly loose: boolean;
  /** Where the first operand stands; the length when there is none. */
  readonly firstOperand: number;
};

/** Reads all words; `untilOperand`: as a wrapper does, whose first operand ends its own options. */
export function readArgs(
  words: readonly ShellWord[],
  grammar: Grammar,
  { untilOperand = false }: { readonly untilOperand?: boolean } = {},
): ReadArgs {
  const options: FoundOption[] = [];
  const operands: ShellWord[] = [];
  const unknown: string[] = [];
  let loose = false;
  let firstOperand = words.length;
  let onlyOperands = grammar.style === "plain";
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) break;
    const text = literalOf(word);
    if (!onlyOperands && text === "--") {
      onlyOperands = true;
      continue;
    }
    const piece = onlyOperands ? OPERAND : readPiece(word, text, grammar);
    if (piece.type === "operand") {
      firstOperand = Math.min(firstOperand, i);
      if (untilOperand) break;
      operands.push(word);
      loose ||= piece.loose && !onlyOperands;
      onlyOperands ||= grammar.style === "posix";
      continue;
    }
    if (piece.unknown !== null) unknown.push(piece.unknown);
    for (const found of piece.found) {
      const missing = Math.max(0, wanted(found.spec) - found.values.length);
      const values = [...found.values, ...words.slice(i + 1, i + 1 + missing)];
      i += missing;
      if (values.length < wanted(found.spec)) unknown.push(`${found.name} without a value`);
      options.push({ ...found, values });
      // A value that may become several words shifts everything behind it.
      loose ||= values.some(({ splits }) => splits);
    }
  }
  return { options, operands, unknown, loose, firstOperand };
}

type Piece =
  | { readonly type: "operand"; readonly loose: boolean }
  | {
      readonly type: "options";
      readonly found: readonly FoundOption[];
      readonly unknown: string | null;
    };

const OPERAND: Piece = { type: "operand", loose: false };

function readPiece(word: ShellWord, text: string | null, grammar: Grammar): Piece {
  if (isSurelyOperand(word)) return OPERAND;
  const head = text ?? sharedHead(word);
  if (head === null || head === "") return { type: "operand", loose: text === null };
  if (head === "-" || head === "+") return { type: "operand", loose: text === null };
  const rest = text === null ? word : null;
  if (head.startsWith("+")) {
    if (grammar.plusNumbers && /^\+\d+\D?$/.test(head))
      return { type: "options", found: [], unknown: null };
    return { type: "operand", loose: false };
  }
  if (!head.startsWith("-")) return OPERAND;
  if (grammar.style === "words" || head.startsWith("--")) return readLong(head, rest, grammar);
  if (grammar.numbers && /^-\d+$/.test(head)) {
    return { type: "options", found: [], unknown: rest === null ? null : head };
  }
  return readCluster(head, rest, grammar);
}

/** The beginning that all values of a word share, when there is only one value. */
function sharedHead({ shapes, splits }: ShellWord): string | null {
  const [only, ...others] = shapes;
  return splits || only === undefined || others.length > 0 ? null : headOf(only);
}

/** `rest` is the word when only its beginning is known. */
function readLong(head: string, rest: ShellWord | null, { long }: Grammar): Piece {
  const equals = head.indexOf("=");
  const spelled = equals === -1 ? head : head.slice(0, equals);
  const spec = long.get(spelled.replace(/^--?/, ""));
  if (spec === undefined || (equals === -1 && rest !== null)) {
    return { type: "options", found: [], unknown: spelled };
  }
  if (equals !== -1 && spec.takes === 0) return { type: "options", found: [], unknown: head };
  const values = equals === -1 ? [] : [behind(head.slice(equals + 1), rest)];
  return { type: "options", found: [{ name: spelled, spec, values }], unknown: null };
}

/** `-abc`, `-n5`, `-abn 5`. Behind a letter that is not known the others still count. */
function readCluster(head: string, rest: ShellWord | null, { short }: Grammar): Piece {
  const found: FoundOption[] = [];
  let unknown = rest === null ? null : head;
  for (let i = 1; i < head.length; i++) {
    const name = `-${head.charAt(i)}`;
    const spec = short.get(head.charAt(i));
    if (spec === undefined) {
      unknown ??= i === 1 ? head : name;
      continue;
    }
    const attached = head.slice(i + 1);
    if (spec.takes === 0) {
      found.push({ name, spec, values: [] });
      continue;
    }
    const values = attached === "" && rest === null ? [] : [behind(attached, rest)];
    found.push({ name, spec, values });
    // The rest of the word is its value, known or not.
    return { type: "options", found, unknown: unknown === head && rest !== null ? null : unknown };
  }
  return { type: "options", found, unknown };
}

function behind(value: string, rest: ShellWord | null): ShellWord {
  if (rest === null) return exactWord(value);
  return { text: rest.text, shapes: [{ type: "open", begins: value }], splits: rest.splits };
}

function wanted({ takes }: OptionSpec): number {
  return takes === "maybe" ? 0 : takes;
}
