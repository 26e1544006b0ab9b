import type { Decision, Effect, JsonObject, JudgedCall } from "@squire/protocol";
import { parseRules } from "../rules/parse-rule.ts";
import type { RuleScope } from "../rules/rule.ts";
import { decide } from "./decide.ts";
import { lexicalFacts } from "./facts.ts";
import type { GateState, Policy } from "./state.ts";
import type { GateWorkspace } from "./workspace.ts";

export const WORKSPACE: GateWorkspace = {
  root: "/home/me/project",
  writable: [],
  home: "/home/me",
  squireHome: "/home/me/.squire",
  ignoresCase: false,
};

export const STATE: GateState = {
  mode: "code",
  trust: "review",
  tainted: { active: false, sources: [] },
  headless: "ask",
  trusted: true,
  workspace: WORKSPACE,
  sandbox: { confines: false, network: true },
  refused: [],
};

export const POLICY: Policy = { fallback: "ask", rules: [], strict: false, taint: true };

type Rules = {
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
  readonly scope?: RuleScope;
  readonly tainted?: boolean;
};

/** Rules of one file, one per line. */
export function policyOf(rules: Rules, more: Partial<Policy> = {}): Policy {
  const { scope = "user", tainted = false } = rules;
  const sources = (["deny", "ask", "allow"] as const).flatMap((verdict) =>
    (rules[verdict] ?? []).map((text, i) => {
      return { verdict, text, origin: `${verdict}.toml:${i + 1}`, scope, tainted };
    }),
  );
  const parsed = parseRules(sources);
  if (parsed.problems.length > 0) throw new Error(JSON.stringify(parsed.problems));
  return { ...POLICY, rules: parsed.rules, ...more };
}

export function callOf(name: string, args: JsonObject, effect: Effect): JudgedCall {
  const first = Object.values(args)[0];
  const subject = typeof first === "string" ? first : null;
  return { callId: "c1", name, args, effect, subject, summary: name, requiresApproval: false };
}

export function bashCall(command: string): JudgedCall {
  return callOf("bash", { command }, "execute");
}

/** Decides by the letters of the paths alone. */
export function judge(
  call: JudgedCall,
  policy: Policy = POLICY,
  state: Partial<GateState> = {},
): Decision {
  const full = { ...STATE, ...state };
  return decide({ call, facts: lexicalFacts(call, full.workspace), policy, state: full });
}

export function verdictOf(
  command: string,
  policy: Policy = POLICY,
  state: Partial<GateState> = {},
): string {
  return judge(bashCall(command), policy, state).verdict;
}
