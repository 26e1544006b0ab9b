import { matchesGlob } from "../rules/glob.ts";
import { SECRET_RULE } from "../rules/parse-rule.ts";
import type { Rule } from "../rules/rule.ts";
import { matchesTool } from "./match-rules.ts";
import type { Policy } from "./state.ts";

/** Whether the user lets calls use any hidden secret at all. */
export function usesSecrets({ rules }: Policy): boolean {
  return rules.some(permitsSome);
}

/**
 * Whether a call that names the placeholder of such a secret runs with the secret itself (SEC-2).
 * Only a rule of the user that speaks of secrets permits it; `*` does not, nor does a project.
 */
export function permitsSecret({ rules }: Policy, kind: string): boolean {
  const isAbout = ({ glob }: Rule): boolean => glob === null || matchesGlob(glob, kind, "text");
  const forbids = (rule: Rule): boolean =>
    rule.verdict !== "allow" && matchesTool(rule, SECRET_RULE) && isAbout(rule);
  return !rules.some(forbids) && rules.some((rule) => permitsSome(rule) && isAbout(rule));
}

function permitsSome({ verdict, tool, scope }: Rule): boolean {
  return verdict === "allow" && tool === SECRET_RULE && scope !== "project";
}
