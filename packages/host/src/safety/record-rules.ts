import type { JsonObject, Trust } from "@squire/protocol";
import type { AuditEvent } from "@squire/safety";
import type { OpenSession } from "@squire/session";
import type { RunRules } from "./policy.ts";

/** The name under which the log keeps the rules of a run: a `custom` entry, unseen by the model. */
export const RULES_ENTRY = "squire.rules";

const VERDICTS = ["deny", "ask", "allow"] as const;

/** Rules that hold for one run are in the log before it begins (PERM-20). */
export async function recordRules(
  session: Pick<OpenSession, "append">,
  rules: RunRules = {},
): Promise<void> {
  const given = VERDICTS.flatMap((verdict) => {
    const texts = rules[verdict] ?? [];
    return texts.length === 0 ? [] : [[verdict, [...texts]] as const];
  });
  if (given.length === 0) return;
  const data: JsonObject = Object.fromEntries(given);
  await session.append({ type: "custom", customType: RULES_ENTRY, data });
}

/** The same for the audit, with the dial where it was turned (SEC-3). */
export function ruleEvents(
  rules: RunRules = {},
  trust: { readonly had: Trust; readonly now: Trust },
): readonly AuditEvent[] {
  const added = (rule: string): AuditEvent => {
    return { kind: "permission", change: "added", rule, layer: "run" };
  };
  return [
    ...VERDICTS.flatMap((verdict) =>
      (rules[verdict] ?? []).map((text) => added(`${verdict} ${text}`)),
    ),
    ...(trust.had === trust.now ? [] : [added(`trust ${trust.now}`)]),
  ];
}
