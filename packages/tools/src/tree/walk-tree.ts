import { join } from "node:path";
import type { FileTree, Listed } from "../files/file-tree.ts";
import type { Place } from "../files/files.ts";
import { shownName } from "../workspace/shown-name.ts";
import { isSkippedFolder } from "../workspace/skipped-folders.ts";

export type TreeOptions = {
  readonly depth: number;
  readonly all: boolean;
  readonly signal: AbortSignal;
};

/** What one folder may take of the space, and what all of it may cost. */
const MOST_PER_FOLDER = 200;
const MOST_LINES = 10_000;

type Node = {
  readonly entry: Listed;
  readonly path: string;
  /** What is in it; filled level by level, so that a deep corner takes nothing from the rest. */
  inner: readonly Node[];
  note: string;
};

/** A folder as indented lines. Links are named and not followed. */
export async function walkTree(
  files: FileTree,
  place: Place,
  { depth, all, signal }: TreeOptions,
): Promise<{ readonly lines: readonly string[]; readonly isCut: boolean }> {
  const top: Node = {
    entry: { name: "", kind: "folder" },
    path: place.path,
    inner: [],
    note: "",
  };
  let [level, count, isCut]: [readonly Node[], number, boolean] = [[top], 0, false];
  for (let at = 0; at < depth && level.length > 0; at++) {
    for (const node of level) {
      signal.throwIfAborted();
      if (count >= MOST_LINES) {
        node.note = " …";
        isCut = true;
        continue;
      }
      const listed = await listOf(files, place, node);
      node.inner = listed.slice(0, MOST_PER_FOLDER).map((entry) => nodeOf(node, entry, all));
      const omitted = listed.length - node.inner.length;
      if (omitted > 0) node.note = ` (${omitted} more not shown)`;
      isCut ||= omitted > 0;
      count += node.inner.length;
    }
    level = level.flatMap(({ inner }) => inner.filter((node) => isOpen(node, all)));
  }
  return { lines: [...linesOf(top.inner, "")], isCut };
}

async function listOf(files: FileTree, place: Place, node: Node): Promise<readonly Listed[]> {
  try {
    return await files.list({ ...place, path: node.path });
  } catch (error) {
    // One folder that cannot be listed is no reason to show none; the first one is.
    if (node.path === place.path) throw error;
    node.note = " (cannot be listed)";
    return [];
  }
}

function nodeOf(above: Node, entry: Listed, all: boolean): Node {
  const isSkipped = entry.kind === "folder" && !all && isSkippedFolder(entry.name);
  const note = isSkipped ? " (not shown)" : entry.kind === "link" ? " (link)" : "";
  return { entry, path: join(above.path, entry.name), inner: [], note };
}

function isOpen({ entry }: Node, all: boolean): boolean {
  return entry.kind === "folder" && (all || !isSkippedFolder(entry.name));
}

function* linesOf(nodes: readonly Node[], indent: string): Iterable<string> {
  for (const { entry, note, inner } of nodes) {
    yield `${indent}${shownName(entry.name)}${entry.kind === "folder" ? "/" : ""}${note}`;
    yield* linesOf(inner, `${indent}  `);
  }
}
