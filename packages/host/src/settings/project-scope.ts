import { isAbsolute, normalize } from "node:path";
import { formatKeyPath } from "./key-path.ts";
import type { KeySpec } from "./key-spec.ts";
import { settledName } from "./merge.ts";
import { LISTS, rootKeys, SECTIONS } from "./schema.ts";
import { isTable, type KeyPath, type TomlTable, type TomlValue } from "./toml-value.ts";

export type Refusal = { readonly path: KeyPath; readonly reason: string };

/**
 * What a project's squire.toml says but may not (S30, S31, GEN-9). A checkout can come from
 * anybody: it may choose among the user's models and shape the work, but never where data and keys
 * go, what may act, or what is spent. Unknown keys are left to the schema.
 */
export function refusedInProject(table: TomlTable): readonly Refusal[] {
  return Object.entries(table).flatMap(([name, value]): Refusal[] => {
    const key = settledName(name, value);
    if (Object.hasOwn(LISTS, key)) return [{ path: [key], reason: reasonFor(key) }];
    const group: Readonly<Record<string, KeySpec>> | undefined = own(SECTIONS, key);
    if (group === undefined) return judge([key], own<KeySpec>(rootKeys, key), value);
    if (!isTable(value)) return [];
    return Object.entries(value).flatMap(([innerName, inner]) => {
      const innerKey = settledName(innerName, inner);
      return judge([key, innerKey], own(group, innerKey), inner);
    });
  });
}

function judge(path: readonly string[], spec: KeySpec | undefined, value: TomlValue): Refusal[] {
  if (spec === undefined) return [];
  if (spec.project !== true) return [{ path, reason: reasonFor(path[0] ?? "") }];
  if (spec.file === true && leavesProject(value)) {
    return [{ path, reason: "a project may only name files inside itself" }];
  }
  return [];
}

function leavesProject(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const path = normalize(value.replaceAll("\\", "/"));
  return isAbsolute(path) || /^(\.\.(\/|$)|~|[A-Za-z]:)/.test(path);
}

function reasonFor(key: string): string {
  return REASONS.get(key) ?? "only your own settings file may set it";
}

const RIGHTS = "a project may not grant itself rights";
const REASONS: ReadonlyMap<string, string> = new Map([
  ["providers", "a project may not choose where requests and keys go"],
  ["network", "a project may not choose how requests and keys travel"],
  ["compaction", "a project may not choose where sessions are sent"],
  ["fallback", "a project may not choose where requests and keys go"],
  ["permissions", RIGHTS],
  ["approvals", RIGHTS],
  ["sandbox", RIGHTS],
  ["tools", RIGHTS],
  ["fs", RIGHTS],
  ["shell", RIGHTS],
  ["plan", RIGHTS],
  ["references", RIGHTS],
  ["plugins", "a project may not start programs"],
  ["hooks", "a project may not start programs"],
  ["extensions", "a project may not start programs"],
  ["gateway", "a project may not open ports"],
  ["budget_usd", "a project may not decide what you spend"],
  ["budget_tokens", "a project may not decide what you spend"],
  ["budget_wall", "a project may not decide what you spend"],
]);

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

export function refusalText({ path, reason }: Refusal): string {
  return `ignored: ${reason}. Set ${formatKeyPath(path)} in your own settings file if you want it.`;
}
