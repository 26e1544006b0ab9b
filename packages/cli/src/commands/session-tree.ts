import type { Entry, UnknownEntry } from "@squire/protocol";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Tree } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { shortLine } from "../output/figures.ts";
import { terminalText } from "../output/terminal-text.ts";
import { entryLine } from "./entry-line.ts";
import { printJson, say } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

const LINE_CHARS = 72;

/** All entries with their branches (SES-7). */
export async function showTree(
  { flags, args }: Invocation<"session tree">,
  { store, cwd }: SessionsAt,
  io: Io,
): Promise<number> {
  const { header, tree, problems } = await store.read(args.session, cwd);
  const wrong = [...problems, ...tree.problems];
  if (flags.json) {
    const entries = walk(tree).map((step) => asJson(step, tree));
    printJson(io, { id: header.id, leafId: tree.leafId, entries, problems: wrong });
    return EXIT_CODES.ok;
  }
  for (const { message } of wrong) say(io, message);
  const onBranch = new Set(tree.path().map(({ value }) => value.id));
  const steps = walk(tree).filter(({ entry }) => !isBareLeaf(entry, tree));
  const lines = steps.map((step) => drawn(step, tree, onBranch));
  io.stdout.write(terminalText(lines.join("")));
  return EXIT_CODES.ok;
}

type Step = { readonly entry: Entry | UnknownEntry; readonly depth: number };

/** Parents before children, oldest first; only a fork makes it deeper. Sessions may be long. */
function walk(tree: Tree): readonly Step[] {
  const steps: Step[] = [];
  const waiting = tree.childrenOf(null).map((id) => ({ id, depth: 0 }));
  waiting.reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entry = tree.get(next.id);
    if (entry === undefined) continue;
    steps.push({ entry, depth: next.depth });
    const children = tree.childrenOf(next.id);
    const shown = children.filter((id) => !isBareLeaf(tree.get(id), tree));
    const depth = next.depth + (shown.length > 1 ? 1 : 0);
    for (const id of children.toReversed()) waiting.push({ id, depth });
  }
  return steps;
}

/** A move to another branch that nothing follows is no branch of its own. */
function isBareLeaf(entry: Entry | UnknownEntry | undefined, tree: Tree): boolean {
  return entry?.type === "leaf" && tree.childrenOf(entry.id).length === 0;
}

function asJson({ entry }: Step, tree: Tree) {
  const { id, type, ts } = entry;
  return {
    id,
    parentId: tree.parentOf(id),
    children: tree.childrenOf(id),
    type,
    ts,
    summary: shortLine(entryLine(entry), LINE_CHARS),
    label: tree.labelOf(id),
    leaf: id === tree.leafId,
  };
}

function drawn({ entry, depth }: Step, tree: Tree, onBranch: ReadonlySet<string>): string {
  const { id, type } = entry;
  const mark = id === tree.leafId ? "●" : onBranch.has(id) ? "│" : " ";
  const label = tree.labelOf(id);
  const name = label === null ? "" : `  [${shortLine(label, LINE_CHARS)}]`;
  const text = shortLine(entryLine(entry), LINE_CHARS);
  return `${mark} ${"  ".repeat(depth)}${id}  ${type}  ${text}${name}`.trimEnd() + "\n";
}
