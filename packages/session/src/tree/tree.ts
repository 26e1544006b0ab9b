import type { Entry, UnknownEntry } from "@squire/protocol";
import type { LogEntry } from "../log/read.ts";

/** An entry that could not be placed as it says, and what was done with it. */
export type TreeProblem = {
  readonly code: "orphan" | "duplicate" | "lost_target";
  readonly entryId: string;
  readonly message: string;
};

/**
 * The entries of a log as a tree (SES-2). It may be a window on a log that is much larger than memory:
 * entries are loaded when they are asked for, and a method that gives them throws a `LogError` when
 * their file has been changed by somebody else.
 */
export type Tree = {
  /** The end of the active branch; null before the first entry. */
  readonly leafId: string | null;
  readonly size: number;
  readonly problems: readonly TreeProblem[];
  get(id: string): Entry | UnknownEntry | undefined;
  parentOf(id: string): string | null;
  /** The entries right behind one, oldest first; null for the roots. */
  childrenOf(id: string | null): readonly string[];
  /** The name an entry was given, or null. */
  labelOf(id: string): string | null;
  /**
   * The part of the active branch that the view of the model is made of: from the first entry that
   * the newest compaction keeps. One array that grows with the tree: copy it to keep it.
   */
  view(): readonly Entry[];
  /** What the user has said and the todos and plans of the active branch before `view`. */
  keepsakes(): readonly Entry[];
  /**
   * The known entries from the root to a leaf, by default the active one. All of them in memory: for
   * what is shown to a model `view` is enough, to look at each of them once `entries`.
   */
  branch(leafId?: string | null): readonly Entry[];
  /** As `branch`, with entries of later versions. */
  path(leafId?: string | null): readonly LogEntry[];
  /** As `path`, loaded a few at a time. */
  entries(leafId?: string | null): Iterable<LogEntry>;
  /** Whether an entry lies on the active branch. */
  isActive(id: string): boolean;
  /** The deepest entry on the way to both; null when they share none. */
  commonAncestor(a: string, b: string): string | null;
};

export type GrowingTree = Tree & {
  /** In the order of the file. */
  push(entry: LogEntry): void;
};
