import type { Host } from "@squire/host";
import type { Io } from "../io.ts";
import { say } from "./sessions-at.ts";

/** Notes a change of settings or keys in the audit record (SEC-3): what changed, never to what. */
export async function putOnRecord(
  host: Host,
  change: { readonly key: string; readonly layer: string },
  io: Io,
): Promise<void> {
  const { hostAudit } = await import("@squire/host/safety");
  const noted = await hostAudit(host).note({ kind: "config", ...change });
  if (!noted) say(io, "the audit record cannot be written; this change is not in it.");
}
