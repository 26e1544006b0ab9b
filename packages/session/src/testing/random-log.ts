import type { AssistantContent, Entry, EntryDraft } from "@squire/protocol";
import type { LogEntry } from "../log/read.ts";
import { buildTree } from "./build-tree.ts";
import { compacted, ORIGIN, pruned, ran, replied, requested, resulted } from "./drafts.ts";
import { said, spent, started } from "./drafts.ts";
import { known, stamper } from "./entries.ts";

type Random = () => number;

/**
 * A log of anything that may happen: turns that are whole, cut, failed or steered, ids that are used
 * twice or missing, results that are late, doubled or of nobody, branches, compactions, prunes; and
 * then lines that are lost, doubled or exchanged.
 */
export function randomLog(
  random: Random,
  length: number,
  more: readonly Maker[] = [],
): readonly LogEntry[] {
  const log = stamper();
  const tree = buildTree();
  const made: Entry[] = [];
  const recent: string[] = [];
  while (made.length < length) {
    const kinds = [...TALK, ...TALK, ...TALK, ...STRAY, ...VIEW, ...more];
    const branch = tree.branch();
    for (const draft of pick(random, kinds)({ random, branch, recent })) {
      const entry = log.add(draft, tree.leafId);
      tree.push(known(entry));
      made.push(entry);
    }
  }
  return damaged(random, made).map(known);
}

type Scene = {
  readonly random: Random;
  readonly branch: readonly Entry[];
  readonly recent: string[];
};
export type Maker = (scene: Scene) => readonly EntryDraft[];

const TALK: readonly Maker[] = [
  ({ random }) => [said(word(random))],
  ({ random }) => [requested(), replied(word(random))],
  (scene) => wholeStep(scene),
  ({ random, recent }) => [reply(random, calls(random, recent), "complete")],
  ({ random, recent }) => [resulted(pick(random, recent), word(random))],
  ({ random, recent }) => [reply(random, calls(random, recent), "aborted")],
];

const STRAY: readonly Maker[] = [
  ({ random, recent }) => [reply(random, calls(random, recent), "error")],
  ({ random }) => [reply(random, [{ type: "thinking", text: word(random) }], "complete")],
  ({ random }) => [reply(random, [{ type: "vendor", label: "search", opaque: 1 }], "complete")],
  () => [replied("  ")],
  () => [said("")],
  ({ random }) => [resulted(word(random))],
  ({ random }) => [ran(word(random), random() < 0.3)],
  ({ random }) => [{ type: "context", topic: "git", text: random() < 0.3 ? " " : "clean" }],
  ({ random }) => [{ ...CUSTOM, content: random() < 0.3 ? [] : [{ type: "text", text: "note" }] }],
  ({ random, recent }) => [started(aCall(random, recent)), spent("mock/m")],
];

const CUSTOM = { type: "custom_message", customType: "x", display: true } as const;

const VIEW: readonly Maker[] = [
  ({ random, branch }) => [
    { type: "leaf", targetId: random() < 0.1 ? null : anId(random, branch) },
  ],
  ({ random, branch }) => [compacted(anId(random, branch), word(random))],
  ({ random, branch }) => [pruned(anId(random, branch), random() < 0.3 ? "" : "[cut]")],
  ({ random, branch, recent }) => [pruned(anId(random, branch), "{}", aCall(random, recent))],
  ({ random, branch }) => [
    {
      type: "branch_summary",
      fromId: anId(random, branch),
      summary: random() < 0.2 ? "" : "tried",
    },
  ],
];

function wholeStep({ random, recent }: Scene): readonly EntryDraft[] {
  const made = calls(random, recent);
  const results = made.flatMap((block) => (block.type === "call" ? [resulted(block.id)] : []));
  const between = random() < 0.2 ? [ran("ls")] : [];
  return [reply(random, made, "complete"), ...between, ...results];
}

function reply(
  random: Random,
  blocks: readonly AssistantContent[],
  status: EntryDraft<"message">["status"],
): EntryDraft {
  const text = random() < 0.5 ? [{ type: "text", text: word(random) } as const] : [];
  const thinking = random() < 0.3 ? [{ type: "thinking", text: "hm", opaque: "sig" } as const] : [];
  const content = [...thinking, ...text, ...blocks];
  return { type: "message", message: { role: "assistant", content, origin: ORIGIN }, status };
}

/** Ids come from a small set, so that they are used again, and one of them is empty. */
function calls(random: Random, recent: string[]): readonly AssistantContent[] {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const id = random() < 0.05 ? "" : `c${Math.floor(random() * 12)}`;
    recent.push(id);
    const name = random() < 0.05 ? "" : "read";
    return { type: "call", id, name, argsText: '{"path":"a"}' } as const;
  });
}

function damaged(random: Random, entries: readonly Entry[]): readonly Entry[] {
  if (random() < 0.5) return entries;
  const kept = entries.filter(() => random() > 0.05);
  const at = Math.floor(random() * kept.length);
  const [one, other] = [kept[at], kept[at + 1]];
  if (random() < 0.3 && one !== undefined && other !== undefined) kept.splice(at, 2, other, one);
  if (random() < 0.3 && one !== undefined) kept.splice(Math.floor(random() * kept.length), 0, one);
  return kept;
}

function anId(random: Random, branch: readonly Entry[]): string {
  return branch.length === 0 || random() < 0.05 ? "nowhere" : pick(random, branch).id;
}

function aCall(random: Random, recent: readonly string[]): string {
  return pick(random, recent) || "nobody";
}

function word(random: Random): string {
  return `w${Math.floor(random() * 100)}`;
}

function pick<T>(random: Random, from: readonly T[]): T;
function pick(random: Random, from: readonly string[]): string;
function pick<T>(random: Random, from: readonly T[]): T | string {
  return from[Math.floor(random() * from.length)] ?? "nobody";
}
