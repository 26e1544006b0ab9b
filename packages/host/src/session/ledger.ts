import { ledgerPath, ledgerRows, openLedger, turnUsages } from "@squire/session";
import type { OpenSession } from "@squire/session";
import { isLarge } from "./recent-branch.ts";
import { sessionPorts } from "../sessions.ts";

/**
 * Writes what the turns from now on have cost into the ledger over all sessions (USE-2): to be made
 * before the first of them and called after the last. Never rejects.
 */
export function usageRecorder(session: OpenSession, home: string): () => Promise<void> {
  const before = session.state().turns;
  return async () => {
    if (session.path === null) return;
    const turns = isLarge(session.tree)
      ? [session.lastTurn()].filter((turn) => turn !== null)
      : turnUsages(session.tree.branch()).filter(({ turn }) => turn > before);
    const rows = turns.flatMap((turn) => ledgerRows(session.header.id, turn));
    if (rows.length > 0) await openLedger(sessionPorts(), ledgerPath(home)).append(rows);
  };
}
