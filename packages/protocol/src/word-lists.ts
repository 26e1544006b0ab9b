/** What the user wants (C9). */
export const MODES = ["chat", "plan", "research", "code"] as const;

/** How much the user lets it do unasked, from least to most (PERM-9). */
export const TRUSTS = ["review", "auto", "yolo"] as const;

/** What a model is wanted for (MODL-10). */
export const ROLES = [
  "default",
  "smol",
  "slow",
  "plan",
  "commit",
  "escalation",
  "subagent",
  "summary",
  "embed",
] as const;

/** From none to most; a wire maps an unsupported level to the nearest lower one. */
export const THINKING_LEVELS = ["off", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
