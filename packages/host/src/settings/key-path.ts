import type { KeyPath } from "./toml-value.ts";

const BARE = /^[A-Za-z0-9_-]+$/;

/** `["providers", 1, "base_url"]` as `providers[1].base_url`; odd keys are quoted as in TOML. */
export function formatKeyPath(path: KeyPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else text += `${text === "" ? "" : "."}${formatKey(step)}`;
  }
  return text;
}

/** One key as TOML spells it. */
export function formatKey(key: string): string {
  return BARE.test(key) ? key : JSON.stringify(key);
}

const STEP =
  /\s*(?:([A-Za-z0-9_+-]+)|("(?:[^"\\]|\\.)*")|'([^']*)')\s*((?:\[\d{1,6}\]\s*)*)(\.|$)/y;

/** The reverse of `formatKeyPath`, for keys typed by a user; null when it is not a key. */
export function parseKeyPath(text: string): KeyPath | null {
  const path: (string | number)[] = [];
  STEP.lastIndex = 0;
  for (;;) {
    const match = STEP.exec(text);
    if (match === null) return null;
    const [, bare, quoted, literal, indexes = "", end] = match;
    const key = bare ?? (quoted === undefined ? literal : unquote(quoted));
    if (key === undefined) return null;
    path.push(key);
    for (const [, digits] of indexes.matchAll(/\[(\d+)\]/g)) path.push(Number(digits));
    if (end === "") return path;
  }
}

function unquote(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

export function startsWith(path: KeyPath, prefix: KeyPath): boolean {
  return prefix.length <= path.length && prefix.every((step, index) => step === path[index]);
}

export function samePath(a: KeyPath, b: KeyPath): boolean {
  return a.length === b.length && startsWith(a, b);
}
