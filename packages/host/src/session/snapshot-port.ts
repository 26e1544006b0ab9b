import type { Snapshot } from "@squire/agent";
import type { JudgedCall } from "@squire/protocol";
import { nodeTreeDisk, openSnapshots, startTurn } from "@squire/session";
import type { OpenSession, TurnRecorder } from "@squire/session";
import { systemClock } from "@squire/platform";
import { join } from "node:path";

export type SnapshotPort = {
  readonly snapshot: Snapshot;
  /** The next change belongs to a new turn. */
  beginTurn(): void;
};

/** Before-images of what a turn changes, so that it can be taken back (SES-20). */
export function snapshotPort(session: OpenSession, home: string, cwd: () => string): SnapshotPort {
  const store = openSnapshots({
    ports: { disk: nodeTreeDisk(), clock: systemClock, ids: () => crypto.randomUUID() },
    home: join(home, "snapshots"),
    own: [home],
  });
  let recorder: Promise<TurnRecorder> | undefined;
  let recorded = false;
  return {
    beginTurn: () => {
      recorder = undefined;
      recorded = false;
    },
    snapshot: async (call, signal) => {
      recorder ??= startTurn(store, cwd());
      const turn = await recorder;
      await turn.before(scopeOf(call), signal);
      return async () => {
        const changes = await turn.after();
        const paths = changes.map(({ path }) => path);
        if (paths.length > 0 && !recorded) {
          recorded = true;
          const snapshotId = turn.record.id;
          await session.append({ type: "snapshot", snapshotId, cause: "turn", paths });
        }
        return paths;
      };
    },
  };
}

/** A command may change anything; a tool that writes says which path. */
function scopeOf({ effect, subject }: JudgedCall): Parameters<TurnRecorder["before"]>[0] {
  if (effect === "write" && subject !== null) return { type: "paths", paths: [subject] };
  return { type: "tree" };
}
