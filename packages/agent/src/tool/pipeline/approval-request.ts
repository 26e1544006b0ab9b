import type { ApprovalRequest, Decision, Effect, JudgedCall, Risk } from "@squire/protocol";
import { visibleText } from "@squire/protocol/values";
import { sha256 } from "../../context/sha256.ts";
import { canonicalJson } from "../../repair/canonical-json.ts";

type Detail = ApprovalRequest["details"][number];

export type Circumstances = {
  readonly approvalId: string;
  /** Where the call would run. */
  readonly cwd: string;
  readonly sandbox?: string;
  readonly expiresAt?: number;
};

/**
 * What somebody is asked (PERM-10). Everything that will run is shown, in characters that can be
 * seen: two calls that differ never look the same, so that a yes means these bytes and no others.
 */
export function requestFor(
  call: JudgedCall,
  decision: Decision,
  { approvalId, cwd, sandbox, expiresAt }: Circumstances,
): ApprovalRequest {
  const { callId, name, summary, args, effect } = call;
  const { suggestedRule, risk = RISKS[effect] } = decision;
  return {
    approvalId,
    callId,
    toolName: visibleText(name),
    summary: visibleText(summary),
    details: [
      ...Object.entries(args).map(([label, value]) => argument(label, value)),
      plain("folder", cwd),
      plain("effect", effect),
      ...(sandbox === undefined ? [] : [plain("sandbox", sandbox)]),
      plain("why", askingReasons(decision)),
    ],
    risk,
    reason: visibleText(reasonOf(decision)),
    covers: coverOf(call),
    ...(suggestedRule === undefined ? {} : { suggestedRule }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** All of them, in full, before anything that we say about the call. */
function argument(label: string, value: unknown): Detail {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const format = label === "command" ? "shell" : "plain";
  return { label: visibleText(label), text: visibleText(text), format };
}

function plain(label: string, text: string): Detail {
  return { label, text: visibleText(text), format: "plain" };
}

function askingReasons({ trail }: Decision): string {
  const asking = trail.filter(({ verdict }) => verdict === "ask");
  return asking.map(({ reason, origin }) => reason + (origin ? ` (${origin})` : "")).join("\n");
}

/** SHA-256 of exactly what an approval is for. */
export function coverOf({ name, args }: Pick<JudgedCall, "name" | "args">): string {
  return sha256(canonicalJson({ name, args }));
}

/** Why the gate decided as it did: the last step that decided. */
export function reasonOf({ trail, verdict }: Decision): string {
  const deciding = trail.findLast((step) => step.verdict === verdict) ?? trail.at(-1);
  return deciding?.reason ?? "no reason was given";
}

const RISKS: Readonly<Record<Effect, Risk>> = {
  read: "low",
  ask: "low",
  network: "med",
  write: "med",
  execute: "high",
};
