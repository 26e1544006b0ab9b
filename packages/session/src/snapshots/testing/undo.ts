import { planRestore, type RestorePlan, type RestoreRequest } from "../restore-plan.ts";
import { restore, type RestoreResult } from "../restore.ts";
import type { SnapshotStore } from "../store.ts";
import { startTurn, type CallScope } from "../turn.ts";
import { WORKSPACE } from "./workbench.ts";

/** Runs one call of a turn as the pipeline does; gives the id of the turn's snapshot. */
export async function turn(
  store: SnapshotStore,
  act: () => Promise<unknown>,
  scope: CallScope = { type: "tree" },
): Promise<string> {
  const recorder = await startTurn(store, WORKSPACE);
  await recorder.before(scope);
  await act();
  await recorder.after();
  return recorder.record.id;
}

export async function planOf(
  store: SnapshotStore,
  snapshotIds: readonly string[],
  more: Partial<RestoreRequest> = {},
): Promise<RestorePlan> {
  const planned = await planRestore(store, { workspace: WORKSPACE, snapshotIds, ...more });
  if (planned.kind === "plan") return planned.plan;
  throw new Error(planned.message);
}

/** Plans and restores, with everything confirmed. */
export async function undo(
  store: SnapshotStore,
  snapshotIds: readonly string[],
): Promise<RestoreResult> {
  return restore(store, await planOf(store, snapshotIds), { confirmed: true });
}

/** The same, where nothing but success will do: the id of the rewind's own snapshot. */
export async function undone(
  store: SnapshotStore,
  snapshotIds: readonly string[],
): Promise<string> {
  const result = await undo(store, snapshotIds);
  if (result.kind !== "restored") throw new Error(`not restored: ${JSON.stringify(result)}`);
  return result.snapshotId;
}
