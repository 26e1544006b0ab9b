import { findRecord, planRestore } from "@squire/session/snapshots";
import type { Refusal, RestorePlan } from "@squire/session/snapshots";
import type { RewindSite } from "./site.ts";
import type { Story } from "./story.ts";

/** A path of one of the folders that a session has worked in. */
export type PlacedPath = { readonly workspace: string; readonly path: string };

export type FileLimits = {
  /** Only these and what is under them. */
  readonly only?: readonly PlacedPath[];
  /** Stay as they are, such as those that others have changed. */
  readonly keep?: readonly PlacedPath[];
};

/**
 * What brings the files back to what they were when a line of the log was written: everything the
 * session has done since, rewinds as well, is taken back. One plan per folder it worked in.
 */
export async function planFiles(
  { store }: RewindSite,
  story: Story,
  line: number,
  { only, keep = [] }: FileLimits = {},
): Promise<readonly RestorePlan[] | Refusal> {
  const folders = new Map<string, string[]>();
  for (const { snapshotId, line: taken } of story.snapshots) {
    if (taken < line) continue;
    const record = await findRecord(store, snapshotId);
    if ("kind" in record) return record;
    const ids = folders.get(record.workspace);
    if (ids === undefined) folders.set(record.workspace, [snapshotId]);
    else ids.push(snapshotId);
  }
  const plans: RestorePlan[] = [];
  for (const [workspace, snapshotIds] of folders) {
    const limits = only === undefined ? {} : { only: pathsIn(workspace, only) };
    if (limits.only?.length === 0) continue;
    const leave = pathsIn(workspace, keep);
    const planned = await planRestore(store, { workspace, snapshotIds, leave, ...limits });
    if (planned.kind === "refused") return planned;
    plans.push(planned.plan);
  }
  return plans;
}

function pathsIn(folder: string, places: readonly PlacedPath[]): readonly string[] {
  return places.filter(({ workspace }) => workspace === folder).map(({ path }) => path);
}
