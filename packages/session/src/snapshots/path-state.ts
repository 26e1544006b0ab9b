/** Why something is known to be there although no copy of it was kept. */
export type OpaqueReason = "too_large" | "over_budget" | "unreadable" | "special";

/** What stands at a path of a workspace, as far as a restore could bring it back. */
export type PathState =
  | {
      readonly kind: "file";
      readonly mode: number;
      readonly size: number;
      readonly sha256: string;
    }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "folder"; readonly mode: number }
  /** Cannot be brought back; `stamp` tells whether it is still the same. */
  | { readonly kind: "opaque"; readonly reason: OpaqueReason; readonly stamp: string };

/** Paths are relative to the workspace, with `/` between names; the workspace itself is `.`. */
export type States = ReadonlyMap<string, PathState>;

/** Null is a path where nothing is. */
export function sameState(one: PathState | null, other: PathState | null): boolean {
  if (one === other) return true;
  if (one === null || other === null || one.kind !== other.kind) return false;
  const [left, right] = [encodeState(one), encodeState(other)];
  return left.every((field, at) => field === right[at]);
}

/** Same bytes or same target; two folders always are. */
export function sameContent(one: PathState, other: PathState): boolean {
  if (one.kind === "file" && other.kind === "file") return one.sha256 === other.sha256;
  if (one.kind === "folder" && other.kind === "folder") return true;
  return sameState(one, other);
}

/** The short form on disk. */
export function encodeState(state: PathState): readonly (string | number)[] {
  switch (state.kind) {
    case "file":
      return ["f", state.mode, state.size, state.sha256];
    case "link":
      return ["l", state.target];
    case "folder":
      return ["d", state.mode];
    case "opaque":
      return ["o", state.reason, state.stamp];
  }
}

/** Undefined where the value is none of ours. */
export function decodeState(value: unknown): PathState | undefined {
  if (!Array.isArray(value)) return undefined;
  const [tag, first, second, third]: readonly unknown[] = value;
  if (tag === "f" && isMode(first) && isCount(second) && isHash(third)) {
    return { kind: "file", mode: first, size: second, sha256: third };
  }
  if (tag === "l" && typeof first === "string") return { kind: "link", target: first };
  if (tag === "d" && isMode(first)) return { kind: "folder", mode: first };
  if (tag === "o" && isReason(first) && typeof second === "string") {
    return { kind: "opaque", reason: first, stamp: second };
  }
  return undefined;
}

export function isHash(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isMode(value: unknown): value is number {
  return isCount(value) && value <= 0o7777;
}

function isReason(value: unknown): value is OpaqueReason {
  const reasons: readonly unknown[] = ["too_large", "over_budget", "unreadable", "special"];
  return reasons.includes(value);
}
