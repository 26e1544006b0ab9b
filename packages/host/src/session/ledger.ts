import { ledgerPath, ledgerRows, openLedger, turnUsages } from "@squire/session";
import type { LedgerRow, OpenSession } from "@squire/session";
import { costOf } from "@squire/llm";
import { NO_USAGE } from "@squire/protocol/values";
import type { Host } from "../open.ts";
import { isLarge } from "./recent-branch.ts";
import { sessionPorts } from "../sessions.ts";

/**
 * Writes what the turns from now on have cost into the ledger over all sessions (USE-2): to be made
 * before the first of them and called after the last. Never rejects.
 */
export function usageRecorder(session: OpenSession, host: Host): () => Promise<void> {
  const before = session.state().turns;
  return async () => {
    if (session.path === null) return;
    const turns = isLarge(session.tree)
      ? [session.lastTurn()].filter((turn) => turn !== null)
      : turnUsages(session.tree.branch()).filter(({ turn }) => turn > before);
    const rows = turns.flatMap((turn) => ledgerRows(session.header.id, turn));
    if (rows.length === 0) return;
    const compared = await comparedRows(rows, host).catch(() => rows);
    await openLedger(sessionPorts(), ledgerPath(host.home)).append(compared);
  };
}

/** With an estimate of what the same tokens would have cost with the model of the settings (USE-5). */
async function comparedRows(
  rows: readonly LedgerRow[],
  { models, loaded }: Host,
): Promise<readonly LedgerRow[]> {
  const { compareModel } = loaded.settings.usage;
  const price = compareModel === undefined ? null : await models.priceOf(compareModel);
  if (price === null) return rows;
  return rows.map((row) => {
    const { promptTokens: input, completionTokens: output, cacheHitTokens: cacheRead } = row;
    const compareUsd = costOf({ ...NO_USAGE, input, output, cacheRead, cacheWrite: 0 }, price);
    return compareUsd === null ? row : { ...row, compareUsd };
  });
}
