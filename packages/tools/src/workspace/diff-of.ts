import { lineChange } from "./line-change.ts";

/** For a screen; whoever wants all of it looks at the file. */
const MOST_CHARS = 32 * 1024;
const CONTEXT_LINES = 3;
/** Texts with more differences than this have little in common: finding the least takes long. */
const MOST_EDITS = 2_000;

export type TextChange = {
  /** Unified; null when nothing has changed, or when both texts have too little in common. */
  readonly diff: string | null;
  /** Lines; with too little in common, all from the first that differs to the last. */
  readonly added: number;
  readonly removed: number;
};

/** What changed in a text, as a unified diff that faces can draw (`details.data.diff`). */
export async function diffOf(name: string, before: string, after: string): Promise<string | null> {
  return (await changeOf(name, before, after)).diff;
}

export async function changeOf(name: string, before: string, after: string): Promise<TextChange> {
  if (before === after) return { diff: null, added: 0, removed: 0 };
  if (before === "") return counted(name, allNew(after));
  const { formatPatch, structuredPatch, OMIT_HEADERS } = await import("diff");
  const patch = structuredPatch(name, name, before, after, undefined, undefined, {
    context: CONTEXT_LINES,
    maxEditLength: MOST_EDITS,
  });
  if (patch !== undefined) {
    return counted(name, formatPatch(patch, OMIT_HEADERS).replace(/\n$/, "").split("\n"));
  }
  const { removed, added } = lineChange(before.split("\n"), after.split("\n"));
  return { diff: null, added: added.length, removed: removed.length };
}

function counted(name: string, body: readonly string[]): TextChange {
  return {
    diff: capped([`--- ${name}`, `+++ ${name}`, ...body]),
    added: body.filter((line) => line.startsWith("+")).length,
    removed: body.filter((line) => line.startsWith("-")).length,
  };
}

function allNew(text: string): readonly string[] {
  const lines = text.split("\n");
  const isEnded = lines.at(-1) === "";
  if (isEnded) lines.pop();
  return [
    `@@ -0,0 +1,${lines.length} @@`,
    ...lines.map((line) => `+${line}`),
    ...(isEnded ? [] : ["\\ No newline at end of file"]),
  ];
}

function capped(lines: readonly string[]): string {
  let chars = 0;
  const end = lines.findIndex((line) => (chars += line.length + 1) > MOST_CHARS);
  if (end === -1) return lines.join("\n");
  return [...lines.slice(0, end), `… ${lines.length - end} more lines`].join("\n");
}
