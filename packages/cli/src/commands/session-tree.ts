import type { Entry, UnknownEntry } from "@squire/protocol";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Tree } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { shortLine } from "../output/figures.ts";
import { jsonPieces, writePages } from "../output/pages.ts";
import { terminalText } from "../output/terminal-text.ts";
import { entryLine } from "@squire/session";
import { say } from "./sessions-at.ts";
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
    const head = { id: header.id, leafId: tree.leafId };
    const pieces = jsonPieces(head, "entries", each(walk(tree), asJson, tree), { problems: wrong });
    await writePages(io, pieces);
    return EXIT_CODES.ok;
  }
  for (const { message } of wrong) say(io, message);
  await writePages(io, each(walk(tree), drawn, tree));
  return EXIT_CODES.ok;
}

type Step = { readonly entry: Entry | UnknownEntry; readonly depth: number };

/** Parents before children, oldest first; only a fork makes it deeper. Sessions may be long. */
function* walk(tree: Tree): Generator<Step> {
  const waiting = tree.childrenOf(null).map((id) => ({ id, depth: 0 }));
  waiting.reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entry = tree.get(next.id);
    if (entry === undefined) continue;
    yield { entry, depth: next.depth };
    const children = tree.childrenOf(next.id);
    const shown =
      children.length < 2 ? children : children.filter((id) => !isBareLeaf(tree.get(id), tree));
    const depth = next.depth + (shown.length > 1 ? 1 : 0);
    for (const id of children.toReversed()) waiting.push({ id, depth });
  }
}

function* each<T>(
  steps: Iterable<Step>,
  make: (step: Step, tree: Tree) => T,
  tree: Tree,
): Generator<T> {
  for (const step of steps) yield make(step, tree);
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

/** "" for what is not drawn. */
function drawn({ entry, depth }: Step, tree: Tree): string {
  if (isBareLeaf(entry, tree)) return "";
  const { id, type } = entry;
  const mark = id === tree.leafId ? "●" : tree.isActive(id) ? "│" : " ";
  const label = tree.labelOf(id);
  const name = label === null ? "" : `  [${shortLine(label, LINE_CHARS)}]`;
  const text = shortLine(entryLine(entry), LINE_CHARS);
  const line = `${mark} ${"  ".repeat(depth)}${id}  ${type}  ${text}${name}`.trimEnd();
  return terminalText(`${line}\n`);
}
