import type { Verdict } from "@squire/protocol";

/**
 * Who wrote a rule. `run`: a flag of this run (PERM-20). `session`: an answer of the user that holds
 * until the session ends. `project`: a file of the folder, which anybody may have put there
 * (PERM-17).
 */
export type RuleScope = "run" | "session" | "user" | "project";

/** `Tool` or `Tool(glob)` (PERM-2). */
export type Rule = {
  readonly verdict: Verdict;
  /** The canonical name of a tool, or a glob such as `mcp__server__*`. */
  readonly tool: string;
  /** Null: every call of the tool. */
  readonly glob: string | null;
  /** As it was written. */
  readonly text: string;
  /** Where it stands: `file:line`, or the flag. */
  readonly origin: string;
  readonly scope: RuleScope;
  /** It holds even after untrusted text was read (PERM-16). */
  readonly tainted: boolean;
};

/** A rule as a settings file or a flag gives it. */
export type RuleSource = {
  readonly verdict: Verdict;
  readonly text: string;
  readonly origin: string;
  readonly scope: RuleScope;
  readonly tainted?: boolean;
};

/** What is wrong with a rule; it is not in force then. */
export type RuleProblem = {
  readonly verdict: Verdict;
  readonly scope: RuleScope;
  readonly text: string;
  readonly origin: string;
  readonly problem: string;
};
