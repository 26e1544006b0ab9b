import type { Host } from "@squire/host";
import type { JsonValue } from "@squire/protocol";
import { createRedactor } from "@squire/safety";

const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** Takes out of a report what is nobody's business: every key that is known, and the user's home. */
export function hider({ env, store }: Host, userHome: string): (value: JsonValue) => JsonValue {
  const named = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && SECRET_NAME.test(name) ? [{ value, kind: name }] : [],
  );
  const stored = store
    .list()
    .flatMap(({ secret, refresh }) =>
      [secret, refresh].flatMap((value) => (value === undefined ? [] : [{ value, kind: "key" }])),
    );
  const { redactJson } = createRedactor({ values: [...named, ...stored] });
  return (value) => withoutHome(redactJson(value), userHome);
}

function withoutHome(value: JsonValue, home: string): JsonValue {
  if (typeof value === "string") return home.length < 3 ? value : value.replaceAll(home, "~");
  if (Array.isArray(value)) return value.map((inner) => withoutHome(inner, home));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([key, inner]) => [key, withoutHome(inner, home)]);
  return Object.fromEntries(fields) as JsonValue;
}
