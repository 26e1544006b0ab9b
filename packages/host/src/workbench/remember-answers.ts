import type { Approve } from "@squire/agent";
import type { ApprovalAnswer, ApprovalRequest, JudgedCall } from "@squire/protocol";
import type { RuleSource } from "@squire/safety";
import { allowForGood } from "../safety/allow-for-good.ts";
import type { SessionAudit } from "../safety/session-audit.ts";
import type { SessionGate } from "../safety/session-gate.ts";
import type { RejectedEdits } from "./rejected-edits.ts";
import { isEdit } from "./rejected-edits.ts";
import type { RuleBook } from "./rule-book.ts";

export type AnswerPorts = {
  readonly gate: SessionGate;
  readonly rejected: RejectedEdits;
  readonly audit: SessionAudit;
  readonly rules: RuleBook;
  readonly home: string;
  /** The workspace now. */
  readonly root: () => string;
  /** The files that a call changes, as the workspace names them. */
  readonly filesOf: (call: JudgedCall) => Promise<readonly string[]>;
  readonly warn: (message: string) => void;
};

type Approved = Extract<ApprovalAnswer, { verdict: "approve" }>;
type Denied = Extract<ApprovalAnswer, { verdict: "deny" }>;

/** What the user answers may become a rule, and a no is remembered (PERM-6, EDIT-9, S20). */
export function rememberAnswers(ask: Approve, ports: AnswerPorts): Approve {
  return async (request, options) => {
    const answer = await ask(request, options);
    return answer.verdict === "deny"
      ? rememberNo(request, answer, ports)
      : rememberYes(request, answer, ports);
  };
}

/** A no that nobody said is no refusal. */
const NOBODY: ReadonlySet<string> = new Set(["timeout", "abort", "audit", "queue"]);

async function rememberNo(
  { callId }: ApprovalRequest,
  answer: Denied,
  { gate, rejected }: AnswerPorts,
): Promise<Denied> {
  if (NOBODY.has(answer.by)) return answer;
  await gate.refused(callId, answer.reason);
  const call = gate.judgedCall(callId);
  const names = call === null ? [] : await rejected.reject(call);
  if (names.length === 0) return answer;
  const why = answer.reason === undefined ? "" : `: ${answer.reason}`;
  return { ...answer, reason: `User rejected this edit to ${names.join(", ")}${why}` };
}

async function rememberYes(
  request: ApprovalRequest,
  answer: Approved,
  ports: AnswerPorts,
): Promise<Approved> {
  const { rules } = ports;
  if (answer.scope === "turn") {
    const texts = await rulesForTurn(request, answer, ports);
    rules.addForTurn(
      texts.map((text) => {
        return { verdict: "allow", text, origin: "this turn", scope: "session" };
      }),
    );
    return texts.length === 0 ? { ...answer, scope: "once" } : answer;
  }
  const rule = answer.rule ?? request.suggestedRule;
  if (rule === undefined || answer.scope === "once") return { ...answer, scope: "once" };
  if (answer.scope === "session") {
    rules.add({ verdict: "allow", text: rule, origin: "this session", scope: "session" });
  } else rules.add(await keptRule(rule, ports));
  return { ...answer, rule };
}

/** "Always this file": whichever tool edits it. */
const EDITORS = ["edit", "multi_edit", "write", "notebook"];

async function rulesForTurn(
  { callId, suggestedRule }: ApprovalRequest,
  { rule = suggestedRule }: Approved,
  { gate, filesOf }: AnswerPorts,
): Promise<readonly string[]> {
  const call = gate.judgedCall(callId);
  if (call === null || !isEdit(call)) return rule === undefined ? [] : [rule];
  const names = await filesOf(call);
  return names.flatMap((name) =>
    EDITORS.map((tool) => `${tool}(${name.replaceAll(/[*?\\]/g, "\\$&")})`),
  );
}

async function keptRule(rule: string, ports: AnswerPorts): Promise<RuleSource> {
  const { home, root, audit, warn } = ports;
  const kept = await allowForGood(home, root(), rule);
  for (const event of kept.events) await audit.note(event);
  if (!kept.lasts) warn(`${rule} holds until this session ends: ${root()} is not trusted. ${HOW}`);
  return kept.rule;
}

const HOW = "`squire trust` shows what would take effect there.";
