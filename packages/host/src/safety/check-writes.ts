import type { Gate } from "@squire/agent";
import { ToolError } from "@squire/agent";
import type { JudgedCall } from "@squire/protocol";

/**
 * Holds files that one call changes together against the gate of a direct edit (RSLV-4). Whether
 * edits are asked for at all was decided for the call; what a rule says of a single file was not.
 */
export function checkWrites(look: Gate): (paths: readonly string[]) => Promise<void> {
  return async (paths) => {
    for (const path of paths) {
      const { verdict, trail } = await look(editOf(path));
      const rule = trail.find((step) => step.stage === "rule" && step.verdict === verdict);
      if (verdict === "allow" || (verdict === "ask" && rule === undefined)) continue;
      const why = trail.findLast((step) => step.verdict === verdict)?.reason ?? "";
      throw new ToolError(`Nothing was applied: ${path} may not be changed this way. ${why}`);
    }
  };
}

function editOf(path: string): JudgedCall {
  return {
    callId: "look",
    name: "edit",
    args: { path },
    effect: "write",
    subject: path,
    summary: `edit ${path}`,
    requiresApproval: false,
  };
}
