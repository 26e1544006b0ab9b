/** What the user has pointed at with `@`. */
export type Reference = {
  /** As it was written, without lines. */
  readonly path: string;
  /** From 1, both included. */
  readonly lines: { readonly from: number; readonly to: number } | null;
};

/** Not within a word, so that no mail address is one; quotes hold a path with spaces. */
const REFERENCE = /(?<![\p{L}\p{N}_.@/\\-])@(?:"([^"\n]+)"|([^\s"'`<>|,;()[\]{}@]+))/gu;
const LINES = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/;
/** More in one message is a mistake. */
const MOST = 50;

/** The references of a text, each once, in their order (CMD-5). Whether they exist is not asked. */
export function findReferences(text: string): readonly Reference[] {
  const found = new Map<string, Reference>();
  for (const [, quoted, plain] of text.matchAll(REFERENCE)) {
    // A sentence may end right behind a path.
    const written = quoted ?? plain?.replace(/[.:!?]+$/, "") ?? "";
    if (written === "" || found.has(written)) continue;
    found.set(written, referenceOf(written));
    if (found.size === MOST) break;
  }
  return [...found.values()];
}

function referenceOf(written: string): Reference {
  const [, path, first, last] = LINES.exec(written) ?? [];
  if (path === undefined || first === undefined) return { path: written, lines: null };
  const from = Math.max(1, Number(first));
  const to = last === undefined ? from : Math.max(from, Number(last));
  return { path, lines: { from, to } };
}
