import { maskSecret } from "../mask-secret.ts";
import { isSecretPath } from "./issue-text.ts";
import { isList, isTable, tableOf, type KeyPath, type TomlValue } from "./toml-value.ts";

/** A settings value as it may be shown: what could be a secret is masked. */
export function maskSettings(value: TomlValue, path: KeyPath): TomlValue {
  if (isTable(value)) {
    const entries = Object.entries(value);
    return tableOf(entries.map(([key, inner]) => [key, maskSettings(inner, [...path, key])]));
  }
  if (isList(value)) return value.map((inner, index) => maskSettings(inner, [...path, index]));
  return typeof value === "string" && isSecretPath(path) ? maskText(value) : value;
}

/** The name of a variable is no secret, and that there is a command is worth knowing. */
function maskText(text: string): string {
  if (text.startsWith("!")) return "!command";
  return ENV_NAME.test(text) ? text : maskSecret(text);
}

/** `MY_SERVER_KEY`: what looks like this is taken for a variable, never for a key itself. */
export const ENV_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
