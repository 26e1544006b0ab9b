import type { RuleOwner } from "@squire/memory";

/** A folder with texts on how to work, below the folder of a user or of a project. */
export type RuleFolder = {
  /** One of `discovery.sources` (CFG-10). */
  readonly source: "squire" | "claude" | "codex" | "cursor";
  /** From the home of the user, or the root of the project. */
  readonly path: string;
  readonly file: RegExp;
  readonly holds: "rules" | "prompts";
  /** Of whom there is such a folder. */
  readonly of: readonly RuleOwner[];
};

const BOTH = ["user", "project"] as const;
const MARKDOWN = /^[^.].*\.md$/;
const RULE = /^[^.].*\.mdc?$/;

/** Our own first (CFG-5): a prompt of a name that is taken is passed over (CFG-6). */
export const RULE_FOLDERS: readonly RuleFolder[] = [
  { source: "squire", path: ".squire/rules", file: RULE, holds: "rules", of: BOTH },
  { source: "squire", path: ".squire/instructions", file: MARKDOWN, holds: "rules", of: BOTH },
  { source: "squire", path: ".squire/prompts", file: MARKDOWN, holds: "prompts", of: BOTH },
  { source: "claude", path: ".claude/rules", file: MARKDOWN, holds: "rules", of: BOTH },
  { source: "codex", path: ".codex/prompts", file: MARKDOWN, holds: "prompts", of: ["user"] },
  { source: "cursor", path: ".cursor/rules", file: RULE, holds: "rules", of: ["project"] },
];
