import { diskCode } from "../disk.ts";
import { encodeState, sameState, type States } from "./path-state.ts";
import { sha256 } from "./private-files.ts";
import { statesNow } from "./restore-plan.ts";
import type { Goal } from "./restore-step.ts";
import type { SnapshotStore } from "./store.ts";

/** One hash over names, modes, link targets and bytes of all paths, as recorded and as found. */
export type Proof = {
  readonly holds: boolean;
  readonly paths: number;
  readonly expected: string;
  /** Null when the paths could not be read again. */
  readonly found: string | null;
  /** Paths that are not what they were, or cannot be said to be. */
  readonly differing: readonly string[];
};

/** Reads every path again from the disk: what a restore believes to have done proves nothing. */
export async function proveGoals(
  store: SnapshotStore,
  workspace: string,
  goals: readonly Goal[],
): Promise<Proof> {
  const paths = goals.map(({ path }) => path).sort();
  const wanted = new Map(
    goals.flatMap(({ path, state }) => (state === null ? [] : [[path, state] as const])),
  );
  const expected = hashOf(paths, wanted);
  const now = await readAgain(store, workspace, paths);
  if (now === null) {
    return { holds: false, paths: paths.length, expected, found: null, differing: paths };
  }
  const found = hashOf(paths, now);
  const differing = paths.filter(
    (path) => !sameState(wanted.get(path) ?? null, now.get(path) ?? null),
  );
  return { holds: expected === found, paths: paths.length, expected, found, differing };
}

async function readAgain(
  store: SnapshotStore,
  workspace: string,
  paths: readonly string[],
): Promise<States | null> {
  try {
    return await statesNow(store, workspace, paths);
  } catch (error) {
    // The restore has ended all the same; that it is not proven is what there is to tell.
    if (diskCode(error) === "") throw error;
    return null;
  }
}

function hashOf(paths: readonly string[], states: States): string {
  const lines = paths.map((path) => {
    const state = states.get(path);
    return [path, state === undefined ? null : encodeState(state)];
  });
  return sha256(JSON.stringify(lines));
}
