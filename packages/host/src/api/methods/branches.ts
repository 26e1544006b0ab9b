import type { MethodResult, RewindTo, TreeNode } from "@squire/protocol";
import { attachedImages, imageLabelAt, userParts } from "@squire/protocol/values";
import { entryLine, entryNamed } from "@squire/session";
import type { LogEntry, Tree } from "@squire/session";
import type { SessionDesk } from "../desk.ts";
import { refuse } from "../failures.ts";
import type { Handlers } from "../handlers.ts";
import { goTo } from "../move-leaf.ts";
import { treeOf } from "./sessions.ts";

type Names =
  | "sessions.tree"
  | "navigate.preview"
  | "sessions.navigate"
  | "sessions.label"
  | "rewind.points"
  | "rewind.preview"
  | "rewind.apply";

const LINE_CHARS = 200;

export const branchHandlers: Handlers<Names> = {
  "sessions.tree": async ({ sessionKey }, { desks }) => {
    const { tree } = await treeOf(desks, sessionKey);
    return { leafId: tree.leafId, nodes: [...walk(tree)] };
  },

  "navigate.preview": async ({ sessionKey, entryId }, { desks }) => {
    const { host, session } = await desks.get(sessionKey);
    const { forecastNotes } = await import("../../session/branch-notes.ts");
    const { toId } = placeOf(session.tree, entryId);
    const { enabled: usual } = host.loaded.settings.branchSummary;
    return { ...(await forecastNotes({ host, session, toId })), usual };
  },

  "sessions.navigate": async ({ sessionKey, entryId, ...wish }, { desks }) => {
    const desk = await desks.get(sessionKey);
    return desk.exclusively(async (signal) => {
      const { toId, said } = placeOf(desk.session.tree, entryId);
      const result = await goTo(desk, { toId, ...wish }, signal);
      return { ...result, ...(result.moved ? said : {}) };
    });
  },

  "sessions.label": async ({ sessionKey, entryId, label }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const targetId = entryNamed(desk.session.tree, entryId);
    await desk.work(async () => {
      await desk.session.append({ type: "label", targetId, label });
      desk.publish({ type: "label.changed", entryId: targetId, label });
    });
    return { ok: true };
  },

  "rewind.points": async ({ sessionKey }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const { rewindPoints } = await import("../../session/rewind/points.ts");
    const { turns, rewinds } = await rewindPoints(await siteOf(desk));
    return {
      turns: turns.map(({ turn, entryId, at, text, paths, files }) => {
        return { turn, entryId, at, text, paths, files };
      }),
      rewinds: rewinds.map(({ entryId, at, what, undone }) => ({ entryId, at, what, undone })),
    };
  },

  "rewind.preview": async ({ sessionKey, to, what }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const { effectOf, planOf } = await import("../take-back.ts");
    return effectOf(await planOf(await siteOf(desk), { to, ...optional("what", what) }));
  },

  "rewind.apply": async ({ sessionKey, to, what, confirmed = false }, { desks }) => {
    const desk = await desks.get(sessionKey);
    return desk.exclusively(() => apply(desk, { to, ...optional("what", what) }, confirmed));
  },
};

/** A message of the user is chosen to be said differently: the branch ends before it. */
function placeOf(tree: Tree, name: string | null) {
  if (name === null) return { toId: null, said: null };
  const id = entryNamed(tree, name);
  const said = userSaid(tree, id);
  return { toId: said === null ? id : tree.parentOf(id), said };
}

type Wish = { readonly to: RewindTo; readonly what?: "code" | "conversation" | "both" };

async function apply(
  desk: SessionDesk,
  wish: Wish,
  confirmed: boolean,
): Promise<MethodResult<"rewind.apply">> {
  const { effectOf, planOf, takeBack } = await import("../take-back.ts");
  const site = await siteOf(desk);
  const plan = await planOf(site, wish);
  const said = plan.to.type === "turn" ? userSaid(desk.session.tree, plan.to.entryId) : null;
  const done = await takeBack(desk, site, { plan, confirmed });
  const entry = done === null ? {} : { entryId: done.entryId };
  return { done: done !== null, ...effectOf(plan), ...entry, ...(done === null ? {} : said) };
}

async function siteOf(desk: SessionDesk) {
  const { openSite } = await import("../../session/rewind/site.ts");
  const site = openSite(desk.host.home, desk.session);
  if (site === null) return refuse("unsupported", "A session that keeps nothing has no past.");
  return site;
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}

type Said = Pick<MethodResult<"rewind.apply">, "compose" | "composeImages">;

/** What the user said in an entry, to be said again; null for any other entry. */
function userSaid(tree: Tree, entryId: string): Said | null {
  const entry = tree.get(entryId);
  if (entry === undefined) return refuse("not_found", `There is no entry ${entryId}.`);
  if (!isMessage(entry)) return null;
  const { message, synthetic } = entry;
  if (message.role !== "user" || synthetic === true) return null;
  const [first] = message.content;
  const isTyped = first?.type === "text" && imageLabelAt(message.content, 0) === null;
  const compose = isTyped ? first.text : userParts(message.content).words;
  const images = attachedImages(message.content).flat();
  return { compose, ...(images.length === 0 ? {} : { composeImages: images }) };
}

type Value = LogEntry["value"];

function isMessage(entry: Value): entry is Extract<Value, { type: "message"; message: unknown }> {
  return entry.type === "message" && "message" in entry;
}

/** Parents before children, oldest first; only a fork makes it deeper. */
function* walk(tree: Tree): Generator<TreeNode> {
  const waiting = tree
    .childrenOf(null)
    .map((id) => ({ id, depth: 0 }))
    .toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entry = tree.get(next.id);
    if (entry === undefined) continue;
    const children = tree.childrenOf(next.id);
    const isShown = SHOWN.has(entry.type);
    if (isShown) yield nodeOf(tree, entry, next.depth);
    const depth = next.depth + (children.length > 1 ? 1 : 0);
    for (const id of children.toReversed()) waiting.push({ id, depth });
  }
}

/** What somebody would go back to; the rest is bookkeeping. */
const SHOWN: ReadonlySet<string> = new Set([
  "message",
  "tool_result",
  "user_bash",
  "compaction",
  "branch_summary",
  "plan",
]);

function nodeOf(tree: Tree, entry: Value, depth: number): TreeNode {
  const { id: entryId, type, ts } = entry;
  const text = entryLine(entry).replaceAll(/\s+/g, " ").trim().slice(0, LINE_CHARS);
  return {
    entryId,
    parentId: tree.parentOf(entryId),
    depth,
    type,
    at: ts,
    text,
    label: tree.labelOf(entryId),
    active: tree.isActive(entryId),
  };
}
