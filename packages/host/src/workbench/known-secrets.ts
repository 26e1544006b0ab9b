import type { KnownValue } from "@squire/safety";
import type { Env } from "../settings/env.ts";

const NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** Secrets that this process was started with: they must not turn up in anything it shows (SEC-1). */
export function knownSecrets(env: Env, given: readonly string[] = []): readonly KnownValue[] {
  const named = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && NAME.test(name) ? [{ value, kind: name }] : [],
  );
  return [...named, ...given.map((value) => ({ value, kind: "key" }))];
}
