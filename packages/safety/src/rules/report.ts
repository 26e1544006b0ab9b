import { SECRET_RULE } from "./parse-rule.ts";
import { TOOL_ALIASES } from "@squire/protocol";
import { covers, matchesGlob, type GlobKind } from "./glob.ts";
import type { Rule } from "./rule.ts";
import { PATH_TOOLS } from "./subject.ts";

/** A rule and why it does nothing, or less than it seems (PERM-14). */
export type RuleNote = {
  readonly rule: Rule;
  /** Null: it is in force. */
  readonly note: string | null;
  /** The rule that takes its place. */
  readonly shadowedBy?: Rule;
};

export type ReportOptions = {
  /** The names of all tools there are; rules for others are dead. */
  readonly tools: readonly string[];
  readonly trusted: boolean;
};

const RANK = { deny: 0, ask: 1, allow: 2 } as const;

/** All rules in the order in which they are asked, with what is wrong with each. */
export function ruleReport(rules: readonly Rule[], options: ReportOptions): readonly RuleNote[] {
  const ordered = [...rules].sort((a, b) => RANK[a.verdict] - RANK[b.verdict]);
  return ordered.map((rule, i): RuleNote => {
    const before = ordered.slice(0, i).find((other) => shadows(other, rule, options));
    if (before !== undefined) {
      const why = before.verdict === rule.verdict ? "repeats" : "is never reached, because of";
      return { rule, note: `${why} ${before.text} (${before.origin})`, shadowedBy: before };
    }
    return { rule, note: deadNote(rule, options) };
  });
}

function shadows(other: Rule, rule: Rule, { trusted }: ReportOptions): boolean {
  if (other.verdict === "allow" && other.scope === "project" && !trusted) return false;
  // A rule that also holds after untrusted text is more than one that does not.
  if (other.verdict === rule.verdict && rule.tainted && !other.tainted) return false;
  if (!covers(other.tool, rule.tool, "text")) return false;
  if (other.glob === null) return true;
  if (rule.glob === null) return false;
  return coversGlob(other.glob, rule.glob, kindOf(rule));
}

function coversGlob(wide: string, narrow: string, kind: GlobKind): boolean {
  if (covers(wide, narrow, kind)) return true;
  return kind === "text" && wide.endsWith(" *") && covers(wide.slice(0, -2), narrow, kind);
}

function kindOf({ tool }: Rule): GlobKind {
  return PATH_TOOLS.has(tool) ? "path" : "text";
}

function deadNote(rule: Rule, { tools, trusted }: ReportOptions): string | null {
  const known = [...tools, ...Object.values(TOOL_ALIASES), SECRET_RULE];
  const isKnown =
    rule.tool.startsWith("mcp__") || known.some((tool) => matchesGlob(rule.tool, tool, "text"));
  if (!isKnown) return `is about ${rule.tool}, and there is no such tool`;
  if (rule.verdict === "allow" && rule.scope === "project" && !trusted) {
    return "counts only once you trust this folder";
  }
  const { glob, verdict } = rule;
  const joins = glob !== null && /&&|\|\||[;|]|\$\(|`/.test(glob) && /[*?]/.test(glob);
  if (rule.tool === "bash" && verdict === "allow" && joins) {
    return "never matches: each command of a line is looked at by itself";
  }
  return null;
}
