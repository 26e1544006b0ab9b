import { TOOL_ALIASES } from "@squire/protocol";
import type { Rule, RuleProblem, RuleSource } from "./rule.ts";

const MOST_CHARS = 10_000;

/** The name in rules about secrets that were hidden from the model: `secret(github-token)`. */
export const SECRET_RULE = "secret";

/** A rule, or what is wrong with it. */
export function parseRule(source: RuleSource): Rule | RuleProblem {
  const { verdict, origin, scope, tainted = false } = source;
  const text = source.text.trim();
  const problem = (why: string): RuleProblem => ({ verdict, scope, text, origin, problem: why });
  if (text.length > MOST_CHARS) return problem("is too long");
  const open = text.indexOf("(");
  const name = open === -1 ? text : text.slice(0, open);
  if (!/^[A-Za-z_][\w.*-]*$/.test(name) && name !== "*") {
    return problem("does not begin with the name of a tool; write Tool or Tool(glob)");
  }
  if (open !== -1 && !text.endsWith(")")) return problem("has no closing parenthesis at its end");
  const glob = open === -1 ? null : text.slice(open + 1, -1).trim();
  if (glob === "") return problem("has empty parentheses; leave them out to mean every call");
  // `Tool(*)` would not match a call without a subject, `Tool` does: both are kept as written.
  return { verdict, tool: canonicalTool(name), glob, text, origin, scope, tainted };
}

export function isProblem(parsed: Rule | RuleProblem): parsed is RuleProblem {
  return "problem" in parsed;
}

/** All rules that can be understood, and what is wrong with the others. */
export function parseRules(sources: readonly RuleSource[]): {
  readonly rules: readonly Rule[];
  readonly problems: readonly RuleProblem[];
} {
  const parsed = sources.map(parseRule);
  return {
    rules: parsed.flatMap((one) => (isProblem(one) ? [] : [one])),
    problems: parsed.filter(isProblem),
  };
}

/** Our name for a tool: aliases and other capitals mean the same tool (C5). */
export function canonicalTool(name: string): string {
  const own = (key: string): string | undefined =>
    Object.hasOwn(TOOL_ALIASES, key) ? TOOL_ALIASES[key] : undefined;
  const known = own(name);
  if (known !== undefined) return known;
  // Names of MCP tools keep their capitals.
  if (name.startsWith("mcp__")) return name;
  const lower = name.toLowerCase();
  return own(lower) ?? own(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase()) ?? lower;
}
