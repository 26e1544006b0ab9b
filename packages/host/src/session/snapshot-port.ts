import type { Snapshot } from "@squire/agent";
import type { JudgedCall } from "@squire/protocol";
import { startTurn } from "@squire/session";
import type { OpenSession, TurnRecorder } from "@squire/session";
import type { Workbench } from "../workbench/workbench.ts";
import { snapshotStore } from "./snapshot-store.ts";

export type SnapshotPort = {
  readonly snapshot: Snapshot;
  /** The next change belongs to a new turn. */
  beginTurn(): void;
};

/** Before-images of what a turn changes, so that it can be taken back (SES-20). */
export function snapshotPort(
  session: OpenSession,
  home: string,
  bench: Pick<Workbench, "changes" | "workspace">,
): SnapshotPort {
  const store = snapshotStore(home);
  let recorder: Promise<TurnRecorder> | undefined;
  let said: "nothing" | "id" | "paths" = "nothing";
  const say = async ({ record }: TurnRecorder, paths: readonly string[]): Promise<void> => {
    said = paths.length === 0 ? "id" : "paths";
    await session.append({ type: "snapshot", snapshotId: record.id, cause: "turn", paths });
  };
  return {
    beginTurn: () => {
      recorder = undefined;
      said = "nothing";
    },
    snapshot: async (call, signal) => {
      recorder ??= startTurn(store, bench.workspace().cwd);
      const turn = await recorder;
      await turn.before(await scopeOf(bench, call), signal);
      // Before the call: if the process dies in it, a rewind must still find the snapshot.
      if (said === "nothing") await say(turn, []);
      return async () => {
        const paths = (await turn.after()).map(({ path }) => path);
        if (paths.length > 0 && said !== "paths") await say(turn, paths);
        return paths;
      };
    },
  };
}

/** A command may change anything; of a tool that writes it is known what. */
async function scopeOf(
  bench: Pick<Workbench, "changes">,
  call: JudgedCall,
): Promise<Parameters<TurnRecorder["before"]>[0]> {
  const paths = await bench.changes(call);
  return paths === null ? { type: "tree" } : { type: "paths", paths };
}
