import type { Entry } from "@squire/protocol";
import { LogError } from "../log/log-error.ts";
import { readLog } from "../log/read.ts";
import type { LogEntry } from "../log/read.ts";
import type { SessionPorts } from "../ports.ts";
import { readSession } from "../read-session.ts";
import { SessionView } from "../session-view.ts";
import { LogIndex } from "../table/log-index.ts";
import { contextView } from "../tree/context-view.ts";
import { lastTurnOf } from "../tree/facts.ts";
import { foldState } from "../tree/state.ts";
import type { Tree } from "../tree/tree.ts";
import { addUsage, NO_TOTALS } from "../tree/usage.ts";
import { fromIndex, summarise } from "../summarise.ts";
import { turnUsages } from "../usage/turn-usage.ts";
import { PlainTree } from "./plain-tree.ts";

/** Everything one can ask a session for, as plain data. */
export type Picture = Readonly<Record<string, unknown>>;

/** Marks so close together that every log has some. */
const SPACING = 3;

/** A view of a log that has an index from its first byte, or none at all. */
export function viewOf(ports: SessionPorts, path: string, withIndex: boolean): SessionView {
  const from = withIndex ? 0 : Number.POSITIVE_INFINITY;
  return new SessionView(new LogIndex(ports, path, { from, spacing: SPACING }));
}

/** A log as it is read, with the help of its index or without. */
export async function pictureOf(
  ports: SessionPorts,
  path: string,
  { withIndex }: { readonly withIndex: boolean },
): Promise<Picture> {
  const view = viewOf(ports, path, withIndex);
  try {
    const { header, problems, tree } = await readSession(ports, { id: "s1", path }, view);
    const { state, usage, step, replies } = view.facts();
    return {
      header,
      problems,
      ...treePicture(tree),
      branch: tree.branch(),
      messages: contextView(tree.view()).messages,
      keepsakes: tree.keepsakes(),
      state,
      turn: lastTurnOf({ state, usage, step, replies }),
      step,
      replies,
      spent: view.usage().session,
    };
  } catch (error) {
    if (error instanceof LogError) return { failed: error.message };
    throw error;
  }
}

/** The same by other means: everything in memory, every fold over the whole branch. */
export async function plainPictureOf({ disk }: SessionPorts, path: string): Promise<Picture> {
  const tree = new PlainTree();
  let spent = NO_TOTALS;
  for await (const line of readLog(disk, path)) {
    if (line.kind !== "entry") continue;
    tree.push(line.entry);
    const { entry } = line;
    if (entry.kind === "known" && entry.value.type === "usage") {
      spent = addUsage(spent, entry.value);
    }
  }
  const branch = tree.branch();
  return {
    ...treePicture(tree),
    branch,
    messages: contextView(branch).messages,
    state: foldState(branch),
    turn: turnUsages(branch).at(-1) ?? null,
    replies: branch.filter(isReply).length,
    spent,
  };
}

/** What a list would show, from the log and, if it has one, from its index. */
export async function summariesOf(ports: SessionPorts, path: string): Promise<readonly unknown[]> {
  const name = { id: "s1", createdAt: 5 };
  const made = await summarise(ports, path, name, undefined);
  const now = await ports.disk.stat(path);
  const indexed = await fromIndex(ports.disk, path, name, now);
  if (indexed === null || made.kind === "problem") return [];
  // An index that is behind is gone on with; here only one that is not can be compared.
  return indexed.size === made.summarised.size ? [made.summarised, indexed] : [];
}

function isReply(entry: Entry): boolean {
  return entry.type === "message" && entry.message.role === "assistant";
}

type AnyTree = Pick<
  Tree,
  "size" | "leafId" | "problems" | "get" | "parentOf" | "childrenOf" | "labelOf" | "commonAncestor"
> & { branch(leafId?: string): readonly Entry[]; path(leafId?: string): readonly LogEntry[] };

function treePicture(tree: AnyTree): Picture {
  const ids = allIds(tree);
  const { size, leafId, problems } = tree;
  const nodes = ids.map((id, at) => ({
    entry: tree.get(id),
    parent: tree.parentOf(id),
    children: tree.childrenOf(id),
    label: tree.labelOf(id),
    shared: tree.commonAncestor(id, ids[(at * 7) % ids.length] ?? id),
    branch: tree.branch(id).map((entry) => entry.id),
  }));
  return { size, leafId, treeProblems: [...problems], nodes, path: tree.path() };
}

function allIds(tree: AnyTree): readonly string[] {
  const ids: string[] = [];
  const waiting = [...tree.childrenOf(null)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    ids.push(id);
    waiting.push(...tree.childrenOf(id));
  }
  return ids;
}
