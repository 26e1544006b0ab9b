import type { KnownValue } from "@squire/safety";
import type { Env } from "../settings/env.ts";

const NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/**
 * Secrets that this process was started with: they must not turn up in anything it shows (SEC-1).
 * Also as letters for their bytes, which is how kept output is looked through.
 */
export function knownSecrets(env: Env, given: readonly string[] = []): readonly KnownValue[] {
  const named = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && NAME.test(name) ? [{ value, kind: name }] : [],
  );
  const known = [...named, ...given.map((value) => ({ value, kind: "key" }))];
  return known.flatMap(({ value, kind }) =>
    [...new Set([value, Buffer.from(value).toString("latin1")])].map((text) => ({
      value: text,
      kind,
    })),
  );
}
