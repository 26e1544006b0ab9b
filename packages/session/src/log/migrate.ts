import { SESSION_VERSION } from "@squire/protocol/values";
import type { JsonObject } from "@squire/protocol";

/** `steps[n]` turns an entry of version n into one of version n + 1. Pure; the file stays as it is. */
export type Migrations = {
  readonly version: number;
  readonly steps: Readonly<Record<number, (entry: JsonObject) => JsonObject>>;
};

/** Version 1 is the first: there is nothing to upgrade yet. */
export const CURRENT: Migrations = { version: SESSION_VERSION, steps: {} };

/** An entry as the version of `migrations` would have written it (SES-19). */
export function migrate(
  entry: JsonObject,
  from: number,
  { version, steps }: Migrations = CURRENT,
): JsonObject {
  let migrated = entry;
  for (let at = from; at < version; at++) migrated = steps[at]?.(migrated) ?? migrated;
  return migrated;
}
