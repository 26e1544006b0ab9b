import { createRedactor } from "@squire/safety";
import type { Audit } from "@squire/safety";
import type { Host } from "../open.ts";
import { knownSecrets } from "../workbench/known-secrets.ts";
import { auditLog } from "./audit-log.ts";

/** The record, for what is done without a session: settings, keys, trust (SEC-3). */
export function hostAudit({ home, env }: Pick<Host, "home" | "env">): Audit {
  return auditLog(home, createRedactor({ values: knownSecrets(env) }).redact);
}
