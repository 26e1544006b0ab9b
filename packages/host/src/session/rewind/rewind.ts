import type { EntryDraft } from "@squire/protocol";
import { foldState } from "@squire/session";
import { proveGoals, restore, whileRestoring } from "@squire/session/snapshots";
import type { RestorePlan, RestoreResult } from "@squire/session/snapshots";
import { settleRestores } from "../recover-restores.ts";
import { markDraft } from "./marker.ts";
import { filesNote } from "./note.ts";
import { doubtsOf, hasDoubts, type RewindPlan } from "./plan.ts";
import type { RestoredFiles, RewindResult } from "./result.ts";
import type { OpenSite } from "./site.ts";

export type RewindOptions = {
  /** The user has seen the doubts: what others changed is overwritten, and kept in a snapshot. */
  readonly confirmed?: boolean;
};

/**
 * Carries a plan out (SES-21): files first, then the conversation, so that what fails leaves the
 * conversation that tells about the files. The log says so before anything moves.
 */
export async function rewind(
  site: OpenSite,
  plan: RewindPlan,
  { confirmed = false }: RewindOptions = {},
): Promise<RewindResult> {
  const doubts = doubtsOf(plan);
  if (!confirmed && hasDoubts(doubts)) return { kind: "needs_confirmation", doubts };
  const { store, ports } = site;
  if (plan.files.length === 0) return takeBack(site, plan);
  return whileRestoring(ports, store.home, async () => {
    await settleRestores(store);
    return takeBack(site, plan);
  });
}

async function takeBack(site: OpenSite, plan: RewindPlan): Promise<RewindResult> {
  const { log } = site;
  const mark = marker(site, plan);
  const files: RestoredFiles[] = [];
  for (const folder of plan.files) {
    const end = await restoreFolder(site, folder, mark);
    if (end.kind !== "restored") {
      if (files.length === 0) await mark.voided();
      return end;
    }
    files.push(end.files);
  }
  if (files.some(({ proof }) => !proof.holds)) return { kind: "unproven", files };
  const entryId = await mark.placed();
  if (plan.talk !== undefined) await moveTalk(site, plan.talk.leafId);
  const note = plan.what === "code" ? filesNote(files) : null;
  if (note !== null) await log.append(note);
  await log.flush();
  const talk = plan.talk === undefined ? {} : { talk: plan.talk };
  return { kind: "done", what: plan.what, entryId, turns: plan.turns, files, ...talk };
}

type Marker = {
  /** Puts the mark into the log, once; gives its entry. */
  placed(): Promise<string>;
  /** Says that nothing came of it, if it was put there. */
  voided(): Promise<void>;
};

function marker({ log }: OpenSite, { what, to }: RewindPlan): Marker {
  let entry: Promise<{ readonly id: string }> | undefined;
  const undoes = to.type === "rewind" ? { undoes: to.entryId } : {};
  return {
    placed: async () => {
      entry ??= log.append(markDraft({ what, ...undoes }));
      return (await entry).id;
    },
    voided: async () => {
      const placed = await entry?.catch(() => null);
      if (placed != null) await log.append(markDraft({ what, undoes: placed.id }));
    },
  };
}

type FolderEnd =
  | { readonly kind: "restored"; readonly files: RestoredFiles }
  | Extract<RewindResult, { kind: "stale" | "failed" }>;

async function restoreFolder(
  { store, log }: OpenSite,
  plan: RestorePlan,
  mark: Marker,
): Promise<FolderEnd> {
  const { workspace, steps, snapshotIds, goals } = plan;
  if (steps.length === 0) {
    const proof = await proveGoals(store, workspace, goals);
    return { kind: "restored", files: { workspace, snapshotId: null, steps, left: [], proof } };
  }
  const begun = async (snapshotId: string): Promise<void> => {
    const [restores] = snapshotIds;
    await mark.placed();
    await log.append({
      type: "snapshot",
      snapshotId,
      cause: "rewind",
      paths: steps.map(({ path }) => path),
      ...(restores === undefined ? {} : { restores }),
    });
  };
  const result = await restore(store, plan, { confirmed: true, begun });
  if (result.kind !== "restored") return failure(result);
  const { snapshotId, left, proof } = result;
  return { kind: "restored", files: { workspace, snapshotId, steps, left, proof } };
}

function failure(result: Exclude<RestoreResult, { kind: "restored" }>): FolderEnd {
  switch (result.kind) {
    case "stale":
      return { kind: "stale", paths: result.paths };
    case "failed": {
      const { rolledBack, cause } = result;
      const why = cause instanceof Error ? cause.message : String(cause);
      return { kind: "failed", message: why, rolledBack };
    }
    case "refused":
      return { kind: "failed", message: result.message, rolledBack: true };
    case "needs_confirmation":
      throw new Error("A restore that was confirmed asks to be confirmed.");
  }
}

/** Moves the end of the branch. Messages that waited and were then sent do not wait again. */
async function moveTalk({ log }: OpenSite, leafId: string | null): Promise<void> {
  const sent = new Set(
    log.tree.branch().flatMap((entry) => (entry.type === "message" ? [entry.queueId] : [])),
  );
  await log.append({ type: "leaf", targetId: leafId });
  const { queue } = foldState(log.tree.branch());
  for (const { queueId, delivery } of queue) {
    const draft: EntryDraft<"queued"> = { type: "queued", queueId, message: null, delivery };
    if (sent.has(queueId)) await log.append(draft);
  }
}
