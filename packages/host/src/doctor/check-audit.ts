import { nodeDisk } from "@squire/platform";
import { verifyAudit } from "@squire/safety";
import type { Host } from "../open.ts";
import { auditFile } from "../safety/audit-log.ts";
import { fail, ok, warn, type Check } from "./check.ts";

/** Whether the record of what was done is as it was written (SEC-3). */
export async function checkAudit({ home }: Pick<Host, "home">): Promise<readonly Check[]> {
  const { ok: whole, entries, problems, torn } = await verifyAudit(nodeDisk(), auditFile(home));
  if (!whole) {
    const [first] = problems;
    const more = problems.length > 1 ? `, and ${problems.length - 1} more` : "";
    const message = `Line ${first?.line}: ${first?.message}${more}.`;
    return [fail("audit", message, "`squire audit verify` lists all of them.")];
  }
  if (torn.length === 0) return [ok("audit", `${entries} entries, unbroken`)];
  return [warn("audit", `${entries} entries; ${torn.length} were cut off by a crash or full disk`)];
}
