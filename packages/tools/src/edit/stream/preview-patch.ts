/** What an edit will do to a file, as far as it is known (EDIT-8). */
export type FilePreview = {
  readonly name: string;
  /** Unified; only its heads while nothing can be told. */
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
};

const HEAD = /^\s*\*\*\* (Add|Update|Delete) File:\s*(.+?)\s*$/;
const UNIFIED = /^\+\+\+ (?:b\/)?([^\t]+)/;

/** A patch is a diff already: it is only cut into files, with heads as diffs have them. */
export function previewPatch(patch: string, isWhole: boolean): readonly FilePreview[] {
  const lines = patch.replaceAll("\r\n", "\n").split("\n");
  // What the last line is cannot be told before it ends.
  if (!isWhole) lines.pop();
  const files: { readonly name: string; readonly body: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const name = HEAD.exec(line)?.[2] ?? unifiedName(lines, at);
    if (name !== null) files.push({ name, body: [] });
    else if (isBody(lines, at)) files.at(-1)?.body.push(line);
  }
  return files.map(({ name, body }) => ({
    name,
    diff: [`--- ${name}`, `+++ ${name}`, ...body].join("\n"),
    added: body.filter((line) => line.startsWith("+")).length,
    removed: body.filter((line) => line.startsWith("-")).length,
  }));
}

function unifiedName(lines: readonly string[], at: number): string | null {
  if (!(lines[at - 1] ?? "").startsWith("--- ")) return null;
  const name = UNIFIED.exec(lines[at] ?? "")?.[1]?.trim() ?? null;
  if (name !== "/dev/null") return name;
  return lines[at - 1]?.slice(4).replace(/^a\//, "").trim() ?? null;
}

function isBody(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  const isHead = line.startsWith("--- ") && /^\+\+\+ |^$/.test(lines[at + 1] ?? "");
  return /^(?:[ +-]|@@)/.test(line) && !isHead;
}
