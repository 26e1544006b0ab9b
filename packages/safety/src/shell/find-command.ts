import { escapeGlob, exactWord, literalOf, type Shape, type ShellWord } from "./word.ts";

/** Where `find` looks: the words before the first condition; null when one is not known. */
export function findStarts(args: readonly ShellWord[]): readonly Shape[] | null {
  const starts: string[] = [];
  for (const arg of args) {
    const text = literalOf(arg);
    if (text === null) return null;
    if (/^-[HLPD]$|^-O\d?$/.test(text)) continue;
    if (/^[-(!)]/.test(text)) break;
    starts.push(text);
  }
  const names = namesOf(args);
  return (starts.length === 0 ? ["."] : starts).flatMap((start) => {
    const folder = start.startsWith("~") ? start.slice(1) : start;
    const head = `${escapeGlob(folder.replace(/\/+$/, ""))}/`;
    return names.map((name): Shape => {
      const shape: Shape = { type: "glob", pattern: head + name };
      return start.startsWith("~") ? { ...shape, home: true } : shape;
    });
  });
}

/** The names that are looked for; any, when that is not said. */
function namesOf(args: readonly ShellWord[]): readonly string[] {
  const names = args.flatMap((arg, i) => {
    const isName = /^-i?name$/.test(literalOf(arg) ?? "");
    const next = args[i + 1];
    const name = isName && next !== undefined ? literalOf(next) : null;
    return name === null || name.includes("/") ? [] : [name];
  });
  return names.length === 0 || names.length > 16 ? ["*"] : names;
}

/** The commands that `find` starts; null when the end of one is missing. */
export function findCommands(args: readonly ShellWord[]): readonly (readonly ShellWord[])[] | null {
  const found = findStarts(args);
  const match: ShellWord = {
    text: "{}",
    shapes: found ?? [{ type: "open", begins: "" }],
    splits: false,
  };
  const commands: ShellWord[][] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === undefined || !/^-(?:exec|execdir|ok|okdir)$/.test(literalOf(arg) ?? "")) continue;
    let end = i + 1;
    while (end < args.length && !isEnd(args[end], args[end - 1])) end++;
    if (end === args.length) return null;
    commands.push(args.slice(i + 1, end).map((word) => withMatch(word, match)));
    i = end;
  }
  return commands;
}

function isEnd(word: ShellWord | undefined, before: ShellWord | undefined): boolean {
  const text = word === undefined ? null : literalOf(word);
  return text === ";" || (text === "+" && before !== undefined && literalOf(before) === "{}");
}

function withMatch(word: ShellWord, match: ShellWord): ShellWord {
  const text = literalOf(word);
  if (text === null || !text.includes("{}")) return word;
  if (text === "{}") return match;
  const [head = ""] = text.split("{}");
  if (head === "") return { ...match, text, shapes: [{ type: "open", begins: "" }] };
  return { ...exactWord(text), shapes: [{ type: "open", begins: head }] };
}
