import type { SourceKind } from "../index/source.ts";

/** Which sources count. */
export type SourceFilter = {
  readonly kinds?: readonly SourceKind[];
  /** Only what belongs to this root, and what belongs to none; null: only that. */
  readonly project?: string | null;
  /** Only what holds no text from outside. */
  readonly trusted?: boolean;
  /** Only paths that begin so. */
  readonly below?: string;
  /** Paths that do not count. */
  readonly except?: readonly string[];
};

/** A condition on a row `f` of `files`, and what it is filled with. */
export type Condition = { readonly sql: string; readonly values: readonly (string | null)[] };

/**
 * Null: all count. It belongs into every list that is cut off: what is left out afterwards has taken the places of what
 * was wanted.
 */
export function conditionOf(filter: SourceFilter): Condition | null {
  const { kinds, project, trusted, below = "", except = [] } = filter;
  const parts: string[] = [];
  const values: (string | null)[] = [];
  if (kinds !== undefined) {
    parts.push("f.kind IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(kinds));
  }
  if (project !== undefined) {
    parts.push("(f.project IS NULL OR f.project = ?)");
    values.push(project);
  }
  if (trusted === true) parts.push("f.untrusted = 0");
  if (below !== "") {
    parts.push("substr(f.path, 1, length(?)) = ?");
    values.push(below, below);
  }
  if (except.length > 0) {
    parts.push("f.path NOT IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(except));
  }
  return parts.length === 0 ? null : { sql: parts.join(" AND "), values };
}
