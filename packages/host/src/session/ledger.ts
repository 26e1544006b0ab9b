import { ledgerPath, ledgerRows, openLedger } from "@squire/session";
import type { OpenSession } from "@squire/session";
import { sessionPorts } from "../sessions.ts";

/** Writes what the last turn has cost into the ledger over all sessions (USE-2). Never rejects. */
export async function recordUsage(session: OpenSession, home: string): Promise<void> {
  if (session.path === null) return;
  const turn = session.lastTurn();
  if (turn === null) return;
  await openLedger(sessionPorts(), ledgerPath(home)).append(ledgerRows(session.header.id, turn));
}
