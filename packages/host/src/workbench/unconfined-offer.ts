import type { Approve, Gate, LogPort, ToolContext, Workspace } from "@squire/agent";
import { passGate } from "@squire/agent";
import { systemClock } from "@squire/platform";
import type { AgentEvent, Decision, JsonObject, JudgedCall } from "@squire/protocol";
import type { OfferUnconfined } from "@squire/tools";

export type OfferPorts = {
  /** Judges a call as it would be without a sandbox. */
  readonly judge: Gate;
  readonly approve: Approve;
  readonly approvalMs: number | null;
  readonly log: LogPort;
  readonly emit: (event: AgentEvent) => void;
  readonly workspace: Workspace;
  readonly runId: () => string;
};

/**
 * After the sandbox has stopped a command, the user may let it run again without one (SBX-4). No
 * rule, no dial and no `--yes` answers that: it is asked each time, and both are in the log first.
 */
export function offerUnconfined(ports: OfferPorts): OfferUnconfined {
  return async (request, context) => {
    const call = unconfinedCall(request, context);
    const judged = await passGate(
      call,
      {
        gate: async (one) => asking(await ports.judge(one)),
        approve: ports.approve,
        approvalMs: ports.approvalMs,
        log: ports.log,
        emit: ports.emit,
        workspace: ports.workspace,
        clock: systemClock,
        ids: () => crypto.randomUUID(),
      },
      { runId: ports.runId(), signal: context.signal },
    );
    return judged.type === "allowed";
  };
}

/** It has an id of its own: it is another decision than the one about the confined command. */
function unconfinedCall(
  { command, cwd, env }: Parameters<OfferUnconfined>[0],
  { callId }: Pick<ToolContext, "callId">,
): JudgedCall {
  const args: JsonObject = {
    command,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
    sandbox: "none",
  };
  return {
    callId: `${callId}-unconfined`,
    name: "bash",
    args,
    effect: "execute",
    subject: command,
    summary: `again without the sandbox: $ ${command}`,
    requiresApproval: false,
  };
}

function asking(decision: Decision): Decision {
  if (decision.verdict === "deny") return decision;
  const { suggestedRule: _, ...rest } = decision;
  const reason = "The sandbox stopped it. It would run again from its beginning, with your rights.";
  const step = { stage: "sandbox", verdict: "ask", reason } as const;
  return { ...rest, verdict: "ask", risk: "high", trail: [...decision.trail, step] };
}
