import { exactWord, literalOf, type ShellWord } from "../shell/word.ts";
import type { ReadArgs } from "./read-options.ts";
import type { Access, Operand, ProgramSpec, Touch } from "./spec.ts";

/** The paths that a program is given, and what it does to them. */
export function touchesOf(spec: ProgramSpec, read: ReadArgs): readonly Touch[] {
  const byOptions = read.options.flatMap(({ spec: { access }, values }): Touch[] => {
    const value = values.at(-1);
    return access === null || value === undefined ? [] : [{ access, word: value }];
  });
  return [...byOptions, ...operandTouches(spec, read), ...hereTouches(spec, read)];
}

function hereTouches({ here }: ProgramSpec, { options }: ReadArgs): readonly Touch[] {
  if (here === undefined) return [];
  const names = here === true ? null : here.split(" ");
  const reads = names === null || options.some(({ name }) => names.includes(name));
  return reads ? [{ access: "read", word: exactWord("."), deep: true }] : [];
}

function operandTouches(spec: ProgramSpec, read: ReadArgs): readonly Touch[] {
  const { operands = "text" } = spec;
  if (operands === "copy" || operands === "move") return transfers(operands, read);
  const list = Array.isArray(operands) ? operands : [operands];
  const skips = read.options.some(({ name }) => spec.unless?.split(" ").includes(name) === true);
  const kinds: readonly Operand[] = skips ? list.slice(1) : list;
  return read.operands.flatMap((word, i): Touch[] => {
    const kind = kinds[i] ?? kinds.at(-1) ?? "text";
    if (kind === "text" || kind === "none" || isStandard(word)) return [];
    return [touch(kind, word, spec.deep === true)];
  });
}

/** All but the last operand go to the last one, or to the folder of `-t`. */
function transfers(kind: "copy" | "move", { operands, options }: ReadArgs): readonly Touch[] {
  const folder = options.find(({ name }) => name === "-t" || name === "--target-directory");
  const target = folder?.values[0] ?? operands.at(-1);
  const sources = folder === undefined ? operands.slice(0, -1) : operands;
  const written: readonly Touch[] = target === undefined ? [] : [touch("write", target, false)];
  return [
    ...sources.map((word) => touch(kind === "move" ? "delete" : "read", word, true)),
    ...written,
  ];
}

function touch(access: Access, word: ShellWord, deep: boolean): Touch {
  return deep ? { access, word, deep } : { access, word };
}

/** `-` is the standard input or output. */
function isStandard(word: ShellWord): boolean {
  return literalOf(word) === "-";
}

/** What takes everything and keeps nothing. */
export function isSink(path: string): boolean {
  return /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/.test(path);
}
