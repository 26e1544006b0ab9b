import type { ApprovalAnswer, ApprovalRequest, Decision, JudgedCall } from "@squire/protocol";
import { reasonOf, requestFor } from "./approval-request.ts";
import { endedWith } from "./call-end.ts";
import type { Approve, CallEnd, CallPorts, CallScope } from "./ports.ts";

/** The decision a call may run under, or its end. */
export type Judgement =
  | { readonly type: "allowed"; readonly decision: Decision }
  | { readonly type: "ended"; readonly end: CallEnd };

/** What a call needs to be judged and asked about. */
export type GatePorts = Pick<
  CallPorts,
  "gate" | "approve" | "approvalMs" | "log" | "emit" | "ids" | "clock" | "workspace"
>;
type Scope = Pick<CallScope, "runId" | "signal">;

/** Allow, ask or deny; asking waits for the user. What cannot be judged is denied (invariant 6). */
export async function passGate(
  call: JudgedCall,
  ports: GatePorts,
  scope: Scope,
): Promise<Judgement> {
  const decision = await judge(call, ports);
  if (decision.verdict === "allow") return { type: "allowed", decision };
  if (decision.verdict === "deny") {
    await recordDenial(call, decision, ports);
    return ended("denied", `Blocked: ${reasonOf(decision)}`);
  }
  if (ports.approve === null) return withNobodyThere(call, decision, ports);
  return ask({ call, decision, approve: ports.approve }, ports, scope);
}

async function judge(call: JudgedCall, { gate }: GatePorts): Promise<Decision> {
  try {
    return await gate(call);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const reason = `the call could not be judged (${why})`;
    return { verdict: "deny", trail: [{ stage: "fallback", verdict: "deny", reason }] };
  }
}

async function withNobodyThere(
  call: JudgedCall,
  decision: Decision,
  ports: GatePorts,
): Promise<Judgement> {
  const { callId, name: toolName, summary } = call;
  const reason = "approval was needed and nobody was there to give it";
  const denied: Decision = {
    ...decision,
    verdict: "deny",
    trail: [...decision.trail, { stage: "headless", verdict: "deny", reason }],
  };
  await recordDenial(call, denied, ports);
  const { suggestedRule } = decision;
  const rule = suggestedRule === undefined ? {} : { suggestedRule };
  const text = `Denied: ${reason} (${reasonOf(decision)}). Go on without it, or say what you would need.`;
  return {
    type: "ended",
    end: { ...endedWith("denied", text), needed: { callId, toolName, summary, ...rule } },
  };
}

type Asking = { readonly call: JudgedCall; readonly decision: Decision; readonly approve: Approve };

/** Asked and answered are both in the log, so that a pending question survives (PERM-10, PERM-11). */
async function ask(asking: Asking, ports: GatePorts, scope: Scope): Promise<Judgement> {
  const { call, decision } = asking;
  const { runId } = scope;
  const { cwd, sandbox } = ports.workspace();
  const request = requestFor(call, decision, {
    approvalId: ports.ids(),
    cwd,
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(ports.approvalMs === null ? {} : { expiresAt: ports.clock.now() + ports.approvalMs }),
  });
  const { approvalId } = request;
  await ports.log.append<"approval">({ type: "approval", state: "asked", request, decision });
  ports.emit({ type: "approval.requested", runId, request });
  const answer = await answerTo(request, asking.approve, scope.signal);
  const { callId } = call;
  await ports.log.append<"approval">({
    type: "approval",
    state: "answered",
    approvalId,
    callId,
    answer,
  });
  ports.emit({ type: "approval.answered", runId, approvalId, callId, answer });
  if (answer.verdict === "approve") return { type: "allowed", decision };
  if (scope.signal.aborted) return ended("interrupted", "Not run: the user stopped the turn.");
  return ended("denied", `Denied: ${answer.reason ?? "the user said no"}`);
}

async function answerTo(
  request: ApprovalRequest,
  approve: Approve,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  let forget = (): void => {};
  const stopped = new Promise<ApprovalAnswer>((resolve) => {
    const stop = (): void =>
      resolve({ verdict: "deny", reason: "the turn was stopped", by: "abort" });
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    forget = () => signal.removeEventListener("abort", stop);
  });
  try {
    return await Promise.race([approve(request, { signal }), stopped]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { verdict: "deny", reason, by: "failure" };
  } finally {
    forget();
  }
}

async function recordDenial(
  call: JudgedCall,
  decision: Decision,
  { log }: GatePorts,
): Promise<void> {
  const { callId, name: toolName } = call;
  await log.append<"approval">({ type: "approval", state: "denied", callId, toolName, decision });
}

function ended(ending: "denied" | "interrupted", text: string): Judgement {
  return { type: "ended", end: endedWith(ending, text) };
}
