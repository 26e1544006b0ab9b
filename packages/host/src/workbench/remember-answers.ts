import type { Approve } from "@squire/agent";
import type { RuleSource } from "@squire/safety";
import { allowForGood } from "../safety/allow-for-good.ts";
import type { SessionAudit } from "../safety/session-audit.ts";
import type { SessionGate } from "../safety/session-gate.ts";

export type AnswerPorts = {
  readonly gate: SessionGate;
  readonly audit: SessionAudit;
  readonly home: string;
  /** The workspace now. */
  readonly root: () => string;
  /** A rule is in force from now on. */
  readonly add: (rule: RuleSource) => void;
  readonly warn: (message: string) => void;
};

/** What the user answers may become a rule, and a no is remembered (PERM-6, S20). */
export function rememberAnswers(ask: Approve, ports: AnswerPorts): Approve {
  const { gate, add } = ports;
  return async (request, options) => {
    const answer = await ask(request, options);
    if (answer.verdict === "deny") {
      if (!NOBODY.has(answer.by)) await gate.refused(request.callId, answer.reason);
      return answer;
    }
    const rule = answer.rule ?? request.suggestedRule;
    if (rule === undefined || answer.scope === "once") return { ...answer, scope: "once" };
    if (answer.scope === "session") {
      add({ verdict: "allow", text: rule, origin: "this session", scope: "session" });
    } else add(await keptRule(rule, ports));
    return { ...answer, rule };
  };
}

/** A no that nobody said is no refusal. */
const NOBODY: ReadonlySet<string> = new Set(["timeout", "abort", "audit"]);

async function keptRule(rule: string, ports: AnswerPorts): Promise<RuleSource> {
  const { home, root, audit, warn } = ports;
  const kept = await allowForGood(home, root(), rule);
  for (const event of kept.events) await audit.note(event);
  if (!kept.lasts) warn(`${rule} holds until this session ends: ${root()} is not trusted. ${HOW}`);
  return kept.rule;
}

const HOW = "`squire trust` shows what would take effect there.";
