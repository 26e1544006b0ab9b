import { literalOf, type ShellWord } from "../../shell/word.ts";
import type { Asked } from "../asked.ts";
import { HARMLESS, judged, type Judgement, type Touch } from "../spec.ts";

/** Conditions and actions with no operand. */
const BARE =
  /^-(?:a|and|o|or|not|d|depth|daystart|empty|executable|readable|writable|false|true|follow|help|ignore_readdir_race|noignore_readdir_race|ls|mount|xdev|x|noleaf|nogroup|nouser|nowarn|warn|print|print0|prune|quit|version|-help|-version|H|L|P|O\d?|E|s|X)$/;
/** With one operand that is only text. */
const TEXT =
  /^-(?:amin|atime|cmin|ctime|mmin|mtime|Bmin|Btime|context|fstype|gid|group|ilname|iname|inum|ipath|iregex|iwholename|links|lname|maxdepth|mindepth|name|path|perm|printf|regex|regextype|size|type|uid|used|user|wholename|xtype|D|flags|depth)$/;
/** With one operand whose dates are looked at. */
const REFERENCE = /^-(?:anewer|cnewer|newer(?:[aBcmt][aBcmt])?|samefile)$/;
const RUNS = /^-(?:exec|execdir|ok|okdir)$/;
const WRITES = /^-(?:fprint|fprint0|fls|fprintf)$/;

/** Listing names is harmless; what `-exec` starts is judged as a command of its own. */
export function judgeFind({ args, segment }: Asked): Judgement {
  let judgement: Judgement = HARMLESS;
  const touches: Touch[] = [];
  let inStarts = true;
  let deletes = false;
  const fail = (effect: "unknown" | "write", reason: string): void => {
    judgement = judged(
      effect === "write" && judgement.effect === "unknown" ? "unknown" : effect,
      reason,
    );
  };
  for (let i = 0; i < args.length; i++) {
    const word = args[i];
    const text = word === undefined ? null : literalOf(word);
    if (word === undefined) break;
    if (text === null) {
      if (!inStarts || mayBegin(word))
        fail("unknown", "what find looks for shows only when it runs");
      touches.push({ access: "list", word });
    } else if (/^(?:[(),!]|-H|-L|-P)$/.test(text) || BARE.test(text)) {
      inStarts &&= /^-[HLP]$/.test(text);
    } else if (TEXT.test(text) || REFERENCE.test(text)) {
      inStarts = false;
      i++;
    } else if (RUNS.test(text) && segment.wraps) {
      inStarts = false;
      i = endOf(args, i);
    } else if (text === "-delete") {
      deletes = true;
    } else if (WRITES.test(text)) {
      inStarts = false;
      const file = args[++i];
      if (text === "-fprintf") i++;
      fail("write", `find ${text} writes a file`);
      if (file !== undefined) touches.push({ access: "write", word: file });
    } else if (inStarts && !text.startsWith("-")) touches.push({ access: "list", word });
    else fail("unknown", `find with ${text} is not known to be harmless`);
  }
  if (deletes) {
    fail("write", "find -delete deletes files");
    for (const { word } of touches.slice()) touches.push({ access: "delete", word, deep: true });
  }
  return { ...judgement, touches };
}

function endOf(args: readonly ShellWord[], from: number): number {
  for (let i = from + 1; i < args.length; i++) {
    const text = literalOf(args[i] ?? NOTHING);
    if (text === ";") return i;
    if (text === "+" && literalOf(args[i - 1] ?? NOTHING) === "{}") return i;
  }
  return args.length;
}

const NOTHING: ShellWord = { text: "", shapes: [{ type: "open", begins: "" }], splits: true };

/** A start that may turn out to be a condition. */
function mayBegin(word: ShellWord): boolean {
  return (
    word.splits ||
    word.shapes.some((shape) => shape.home !== true && !/^[\w./~]/.test(headOf(shape)))
  );
}

function headOf(shape: ShellWord["shapes"][number]): string {
  if (shape.type === "exact") return shape.value;
  return shape.type === "open" ? shape.begins : shape.pattern;
}
