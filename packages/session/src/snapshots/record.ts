import { decodeState, encodeState, isCount, isHash, type PathState } from "./path-state.ts";
import { isTreePath } from "./tree-path.ts";
import type { Gap } from "./walk.ts";

/** A whole workspace at one moment. */
export type TreeSnapshot = {
  /** The hash of everything in it. */
  readonly root: string;
  /** The object that holds the rules by which things were left out. */
  readonly rules: string;
  readonly gaps: readonly Gap[];
};

/** A path that a turn changed. Null = nothing was there (EDIT-10). */
export type Touched = {
  readonly path: string;
  readonly before: PathState | null;
  /** Absent while a call runs, and for good if it never ended. */
  readonly after?: PathState | null;
  /** Somebody else changed it too, between two calls of the turn. */
  readonly mixed?: true;
};

/** What was there before a turn changed it, or before a rewind did (SES-20, SES-21). */
export type SnapshotRecord = {
  readonly id: string;
  /** Absolute, without links. */
  readonly workspace: string;
  readonly createdAt: number;
  readonly cause: "turn" | "rewind";
  /** A call is running, or was when the process died. */
  readonly pending: boolean;
  /** Before the last call that could change anything. */
  readonly tree?: TreeSnapshot;
  readonly touched: readonly Touched[];
  /** The snapshots whose turns a rewind took back. */
  readonly restores?: readonly string[];
  /** The paths it was limited to; without it, all that those snapshots touched. */
  readonly only?: readonly string[];
  /** What calls of the turn named and no snapshot can hold: outside, or a repository's own data. */
  readonly outside?: readonly string[];
};

const VERSION = 1;

export function isRecordId(id: string): boolean {
  return /^[\w-]{1,100}$/.test(id);
}

export function encodeRecord(record: SnapshotRecord): unknown {
  const touched = record.touched.map(({ path, before, after, mixed }) => [
    path,
    before === null ? null : encodeState(before),
    // JSON has no undefined: 0 is "nobody knows".
    after === undefined ? 0 : after === null ? null : encodeState(after),
    ...(mixed ? [1] : []),
  ]);
  return { v: VERSION, ...record, touched };
}

/** Undefined for what is no record, or one of a later version. */
export function decodeRecord(value: unknown): SnapshotRecord | undefined {
  if (!isObject(value) || value["v"] !== VERSION) return undefined;
  const { id, workspace, createdAt, cause, pending, restores } = value;
  const tree = value["tree"] === undefined ? undefined : decodeTree(value["tree"]);
  const touched = listOf(value["touched"], decodeTouched);
  const ids = restores === undefined ? undefined : listOf(restores, decodeId);
  const only = value["only"] === undefined ? [] : listOf(value["only"], decodePath);
  const outside = value["outside"] === undefined ? [] : listOf(value["outside"], decodeText);
  if (typeof id !== "string" || !isRecordId(id) || typeof workspace !== "string") return undefined;
  if (!isCount(createdAt) || typeof pending !== "boolean") return undefined;
  if (cause !== "turn" && cause !== "rewind") return undefined;
  if (touched === undefined || tree === null || (restores !== undefined && ids === undefined)) {
    return undefined;
  }
  if (only === undefined || outside === undefined) return undefined;
  return {
    id,
    workspace,
    createdAt,
    cause,
    pending,
    touched,
    ...(tree === undefined ? {} : { tree }),
    ...(ids === undefined ? {} : { restores: ids }),
    ...(value["only"] === undefined ? {} : { only }),
    ...(outside.length === 0 ? {} : { outside }),
  };
}

function decodeTouched(value: unknown): Touched | undefined {
  if (!Array.isArray(value)) return undefined;
  const [path, from, to, mixed]: readonly unknown[] = value;
  const before = from === null ? null : decodeState(from);
  const after = to === null ? null : decodeState(to);
  if (!isTreePath(path) || before === undefined) return undefined;
  if (after === undefined && to !== 0) return undefined;
  return {
    path,
    before,
    ...(after === undefined ? {} : { after }),
    ...(mixed === 1 ? { mixed: true } : {}),
  };
}

/** Null for what is no tree snapshot. */
function decodeTree(value: unknown): TreeSnapshot | null {
  if (!isObject(value)) return null;
  const { root, rules } = value;
  const gaps = listOf(value["gaps"], decodeGap);
  return isHash(root) && isHash(rules) && gaps !== undefined ? { root, rules, gaps } : null;
}

const GAP_REASONS: readonly Gap["reason"][] = [
  ...(["unreadable", "unstable", "too_many", "too_deep", "bad_name", "own_data"] as const),
];

function decodeGap(value: unknown): Gap | undefined {
  if (!isObject(value) || typeof value["path"] !== "string") return undefined;
  const reason = GAP_REASONS.find((known) => known === value["reason"]);
  return reason === undefined ? undefined : { path: value["path"], reason };
}

function decodeId(value: unknown): string | undefined {
  return typeof value === "string" && isRecordId(value) ? value : undefined;
}

function decodePath(value: unknown): string | undefined {
  return isTreePath(value) ? value : undefined;
}

function decodeText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Undefined if any of them cannot be read. */
export function listOf<T>(
  value: unknown,
  decode: (item: unknown) => T | undefined,
): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map(decode);
  return items.every((item) => item !== undefined) ? items : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
