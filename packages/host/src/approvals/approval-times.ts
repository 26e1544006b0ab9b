import type { Settings } from "../settings/to-settings.ts";
import type { ApprovalsOptions } from "./approvals.ts";

/** At a gateway that no client is connected to (PERM-11). */
const UNATTENDED_MS = 300_000;

/** `approvals.timeout`, or what holds without it: at a terminal somebody may take their time. */
export function approvalTimes(
  { approvals }: Pick<Settings, "approvals">,
  face: "terminal" | "gateway",
): Omit<ApprovalsOptions, "clock"> {
  const { timeout } = approvals;
  if (timeout !== undefined) {
    return { timeoutMs: timeout === 0 ? null : timeout * 1000, unattendedMs: null };
  }
  return { timeoutMs: null, unattendedMs: face === "gateway" ? UNATTENDED_MS : null };
}
