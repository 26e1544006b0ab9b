import type { Verdict } from "@squire/protocol";
import { parseRules } from "@squire/safety";
import type { Policy, RuleProblem, RuleScope, RuleSource } from "@squire/safety";
import type { Layer } from "../settings/layer.ts";
import type { LoadedSettings } from "../settings/load.ts";
import { printable } from "../settings/problem.ts";
import { shellAllowed } from "./shell-allowed.ts";
import { valueAt } from "../settings/toml-value.ts";

/** `--allow`, `--ask`, `--deny`: for one run (PERM-20). */
export type RunRules = { readonly [V in Verdict]?: readonly string[] };

export type PolicyInput = {
  readonly loaded: LoadedSettings;
  readonly run?: RunRules;
  /** From `.squire/permissions.local.toml`. */
  readonly local?: readonly RuleSource[];
  /** The project that `[projects."<root>"]` is looked up for. */
  readonly projectRoot?: string;
  /** What the user said for this session. */
  readonly session?: readonly RuleSource[];
};

const VERDICTS = ["deny", "ask", "allow"] as const;

/** All rules of all layers with their origins; a layer never takes rules of another away (PERM-19). */
export function policyOf({
  loaded,
  run = {},
  local = [],
  session = [],
  projectRoot,
}: PolicyInput): {
  readonly policy: Policy;
  readonly problems: readonly RuleProblem[];
} {
  const { mode, strict, taint } = loaded.settings.permissions;
  const { layers } = loaded;
  const allowed = projectRoot === undefined ? [] : shellAllowed(layers, projectRoot);
  const sources = [...fromRun(run), ...session, ...layers.flatMap(fromLayer), ...allowed, ...local];
  const { rules, problems } = parseRules(sources);
  return { policy: { fallback: mode, rules, strict, taint }, problems };
}

/** A rule that is not in force, as its writer should hear it. */
export function ruleProblemText({ text, origin, problem }: RuleProblem): string {
  return `${origin}: the rule ${printable(text)} ${problem}; it is not in force.`;
}

function fromRun(run: RunRules): readonly RuleSource[] {
  return VERDICTS.flatMap((verdict) =>
    (run[verdict] ?? []).map((text) => ({
      verdict,
      text,
      origin: `--${verdict}`,
      scope: "run" as const,
    })),
  );
}

function fromLayer(layer: Layer): readonly RuleSource[] {
  if (layer.name === "defaults") return [];
  const scope: RuleScope = layer.name === "project" ? "project" : "user";
  return VERDICTS.flatMap((verdict) => rulesIn(layer, verdict, scope));
}

function rulesIn(layer: Layer, verdict: Verdict, scope: RuleScope): readonly RuleSource[] {
  return [verdict, `${verdict}+`].flatMap((key) => {
    const list = valueAt(layer.values, ["permissions", key]);
    if (!Array.isArray(list)) return [];
    return list.flatMap((item: unknown, at): RuleSource[] => {
      const { text, tainted } = ruleIn(item);
      if (text === null) return [];
      const origin = layer.originOf(["permissions", key, at]);
      return [{ verdict, text, origin, scope, tainted }];
    });
  });
}

/** A text, or a table with marks. */
function ruleIn(item: unknown): { readonly text: string | null; readonly tainted: boolean } {
  if (typeof item === "string") return { text: item, tainted: false };
  if (typeof item !== "object" || item === null) return { text: null, tainted: false };
  const { rule, tainted } = item as { readonly rule?: unknown; readonly tainted?: unknown };
  return { text: typeof rule === "string" ? rule : null, tainted: tainted === true };
}
