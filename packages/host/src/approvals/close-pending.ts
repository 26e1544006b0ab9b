import type { ApprovalRequest, Entry } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { recentBranch } from "../session/recent-branch.ts";

/**
 * Says no to what was still asked when the session was left: its call was never run, and nobody may
 * say yes to it later (PERM-11).
 */
export async function closePending(session: Pick<OpenSession, "tree" | "append">): Promise<void> {
  for (const { approvalId, callId } of unanswered(recentBranch(session.tree))) {
    const reason = "Squire ended before it was answered";
    const answer = { verdict: "deny", reason, by: "restart" } as const;
    await session.append({ type: "approval", state: "answered", approvalId, callId, answer });
  }
}

function unanswered(branch: readonly Entry[]): readonly ApprovalRequest[] {
  const open = new Map<string, ApprovalRequest>();
  for (const entry of branch) {
    if (entry.type !== "approval") continue;
    if (entry.state === "asked") open.set(entry.request.approvalId, entry.request);
    if (entry.state === "answered") open.delete(entry.approvalId);
  }
  return [...open.values()];
}
