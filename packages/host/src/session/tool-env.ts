import type { Env } from "../settings/env.ts";

const CORE = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TERM",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  "PWD",
  "HOSTNAME",
  "EDITOR",
]);
const FAMILIES = /^(LC|XDG)_/;
const SECRET = /(KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL)/i;

/** The variables a child process gets: a short list, nothing that smells of a secret (SEC-9). */
export function toolEnv(env: Env): Readonly<Record<string, string>> {
  const kept = Object.entries(env).flatMap(([name, value]) => {
    const known = CORE.has(name) || FAMILIES.test(name);
    return known && value !== undefined && !SECRET.test(name) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(kept);
}
