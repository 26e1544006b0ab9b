import { nodeDisk } from "@squire/platform";
import { readAudit, verifyAudit } from "@squire/safety";
import type { AuditEntry, AuditVerdict } from "@squire/safety";
import { auditFile } from "./audit-log.ts";

/** The newest entries of the record, oldest first. */
export async function lastEntries(home: string, limit: number): Promise<readonly AuditEntry[]> {
  const kept: AuditEntry[] = [];
  for await (const entry of readAudit(nodeDisk(), auditFile(home))) {
    kept.push(entry);
    // Cut now and then: a record of years is gone through with little in memory.
    if (kept.length > 2 * limit + 1_000) kept.splice(0, kept.length - limit);
  }
  return limit === 0 ? [] : kept.slice(-limit);
}

export function verifyRecord(home: string): Promise<AuditVerdict> {
  return verifyAudit(nodeDisk(), auditFile(home));
}
