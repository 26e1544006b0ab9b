import { nodeDisk, openFileLock, systemClock } from "@squire/platform";
import { openAudit } from "@squire/safety";
import type { Audit } from "@squire/safety";
import { join } from "node:path";

export function auditFile(home: string): string {
  return join(home, "audit.jsonl");
}

/** The record of what was done on this machine (SEC-3). The file is made with its first line. */
export function auditLog(home: string, redact: (text: string) => string): Audit {
  const path = auditFile(home);
  let opened: ReturnType<typeof openFileLock> | undefined;
  const held = (): ReturnType<typeof openFileLock> => (opened ??= openFileLock(`${path}.lock`));
  return openAudit({
    path,
    disk: nodeDisk(),
    lock: { wait: (...args) => held().wait(...args), release: () => held().release() },
    now: systemClock.now,
    redact,
  });
}
