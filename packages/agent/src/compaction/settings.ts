/** `[compaction]` (CMP-17, C15, C16). */
export type CompactionSettings = {
  readonly enabled: boolean;
  /** Part of the window that may fill. */
  readonly ratio: number;
  readonly reserveTokens: number;
  readonly keepRecentTokens: number;
  /** Counts messages instead of tokens when set. */
  readonly keepMessages?: number;
  readonly autoContinue: boolean;
};

export const COMPACTION_DEFAULTS: CompactionSettings = {
  enabled: true,
  ratio: 0.8,
  reserveTokens: 16_384,
  keepRecentTokens: 20_000,
  autoContinue: true,
};

/** LOOP-13, LOOP-14, LOOP-15. */
export const SHRINK = {
  argsTokens: 800,
  resultTokens: 3_000,
  guardAt: 0.4,
  guardTokens: 4_000,
  forceAt: 0.95,
} as const;

/** CMP-11. */
export const PRUNE = { protectTokens: 40_000, leastSaved: 20_000 } as const;

/** Results that stay whole: instructions the model works by, and files it may be about to edit. */
export const NEVER_PRUNED: ReadonlySet<string> = new Set(["read", "skill", "run_skill"]);
export const NEVER_SHRUNK: ReadonlySet<string> = new Set(["skill", "run_skill"]);

/** Whose arguments are on disk once they are answered (LOOP-13). */
export const WRITERS: ReadonlySet<string> = new Set([
  "write",
  "edit",
  "multi_edit",
  "ast_edit",
  "notebook",
  "vim",
]);
export const READERS: ReadonlySet<string> = new Set(["read"]);
