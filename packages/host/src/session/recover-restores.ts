import { LogError } from "@squire/session";
import type { SessionPorts, SnapshotStore } from "@squire/session";
import type { Recovery } from "@squire/session/snapshots";
import { snapshotStore } from "./snapshot-store.ts";

/**
 * Finishes or takes back restores that were cut off (SES-22); gives a line for each, to be told to
 * the user. To be called before a session works in any folder. Never rejects: who cannot have files
 * put right can still be told so.
 */
export async function recoverRestores(
  ports: SessionPorts,
  home: string,
): Promise<readonly string[]> {
  const store = snapshotStore(home);
  try {
    // The usual case must not cost more than a look.
    if ((await store.journal.list()).length === 0) return [];
    const { whileRestoring } = await import("@squire/session/snapshots");
    return await whileRestoring(ports, store.home, () => settleRestores(store));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const advice = error instanceof LogError ? ` ${error.advice}` : "";
    return [`Files of an earlier rewind may be half restored: ${why}${advice}`];
  }
}

/** The same for somebody who already has the right to restore. */
export async function settleRestores(store: SnapshotStore): Promise<readonly string[]> {
  const { recoverRestore } = await import("@squire/session/snapshots");
  return (await recoverRestore(store)).map(told);
}

function told({ workspace, end }: Recovery): string {
  const place = workspace ?? "a folder";
  switch (end.kind) {
    case "finished": {
      const left = end.left.map(({ path }) => path).join(", ");
      const but = left === "" ? "" : ` Left as they are: ${left}.`;
      return `A rewind in ${place} had been cut off; it is finished now.${but}`;
    }
    case "rolled_back":
      return `A rewind in ${place} had been cut off and was taken back: the files are as before it.`;
    case "stuck": {
      const why = end.cause instanceof Error ? end.cause.message : String(end.cause);
      return `A rewind in ${place} was cut off and cannot be finished: ${why}`;
    }
  }
}
