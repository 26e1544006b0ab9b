import type { CallEnd, CallScope } from "@squire/agent";
import { capOutcome, DEFAULT_SETTINGS, dispatchCalls } from "@squire/agent";
import { systemClock } from "@squire/platform";
import type { AgentEvent, Decision, JsonObject, ToolDetails } from "@squire/protocol";
import { whyOf } from "@squire/session";
import { fitImages } from "@squire/tools";
import type { Host } from "../open.ts";
import { artifactPort } from "../session/artifact-port.ts";
import { ruleProblemText } from "../safety/policy.ts";
import { requireRules } from "../safety/rule-failure.ts";
import { openByHand } from "./by-hand.ts";
import type { ByHand, HandInput } from "./by-hand.ts";
import { unknownTool } from "./judge-calls.ts";

export type ToolRunInput = Omit<HandInput, "attended" | "emit"> & {
  readonly tool: string;
  readonly args: JsonObject;
  readonly signal: AbortSignal;
  /** Told what a person watching should know. */
  readonly warn: (message: string) => void;
};

/** What became of a call by hand. */
export type ToolRun = {
  readonly ok: boolean;
  /** What the tool says of its output besides the words: exit code, changed files, data. */
  readonly output: Omit<ToolDetails, "isError" | "durationMs">;
  /** What a model would be shown. */
  readonly text: string;
  /** Null: it was never judged. */
  readonly decision: Decision | null;
  readonly durationMs: number;
};

export type ToolRunResult =
  | { readonly type: "unknown"; readonly problem: string }
  | { readonly type: "ended"; readonly run: ToolRun; readonly needsApproval: boolean };

/**
 * One built-in tool by hand, through the same pipeline as a model's call: gate, sandbox, redaction
 * and caps. Nothing of it is kept but the audit; nothing can be taken back.
 */
export async function runTool(host: Host, input: ToolRunInput): Promise<ToolRunResult> {
  requireRules(host.loaded, input.rules);
  const emit = (event: AgentEvent): void => {
    if (event.type === "warning.raised") input.warn(event.message);
  };
  await using hand = await openByHand(host, { ...input, attended: false, emit });
  for (const problem of hand.workbench.ruleProblems()) input.warn(ruleProblemText(problem));
  if (hand.tools.find(input.tool) === null) {
    return { type: "unknown", problem: unknownTool(input.tool, hand.tools) };
  }
  return { type: "ended", ...(await callByHand(hand, input)) };
}

export type HandCall = Pick<ToolRunInput, "tool" | "args" | "signal" | "warn">;

/** One call on a workbench that is open already; whoever opened it may make more. */
export async function callByHand(
  hand: ByHand,
  call: HandCall,
): Promise<{ readonly run: ToolRun; readonly needsApproval: boolean }> {
  const callId = `hand_${crypto.randomUUID()}`;
  const end = await dispatch(hand, call, callId);
  const why = whyOf(callId);
  for (const entry of hand.session.tree.branch()) why.add(entry);
  const { isError: _, durationMs, ...output } = end.details;
  const decision = why.why()?.decision ?? null;
  const run = { ok: !end.failed, output, text: textOf(end), decision, durationMs };
  return { run, needsApproval: end.needed !== undefined };
}

async function dispatch(hand: ByHand, input: HandCall, callId: string): Promise<CallEnd> {
  const { workbench, session, tools, mode } = hand;
  const argsText = JSON.stringify(input.args);
  const block = { type: "call", id: callId, name: input.tool, argsText } as const;
  const { limits, planTools } = DEFAULT_SETTINGS;
  const scope: CallScope = {
    runId: callId,
    mode,
    planTools,
    signal: input.signal,
    interrupted: () => false,
    limits,
  };
  const ports = {
    sessionId: session.header.id,
    tools,
    log: session,
    emit: (event: AgentEvent) => {
      workbench.hear(event);
      if (event.type === "warning.raised") input.warn(event.message);
    },
    clock: systemClock,
    ids: () => crypto.randomUUID(),
    workspace: workbench.workspace,
    gate: workbench.gate,
    approve: null,
    approvalMs: null,
    artifacts: artifactPort(session, workbench.redactor),
    hooks: null,
    snapshot: null,
    reveal: workbench.reveal,
    cap: capOutcome,
    redact: workbench.redactor.redact,
    fit: fitImages,
  };
  const [end] = await dispatchCalls([{ block, argsText }], ports, scope);
  if (end === undefined) throw new Error("The call has no end.");
  return end;
}

function textOf({ content }: CallEnd): string {
  return content
    .map((part) => (part.type === "text" ? part.text : `(${part.mimeType})`))
    .join("\n");
}
