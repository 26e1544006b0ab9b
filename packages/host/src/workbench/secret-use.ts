import type { Gate } from "@squire/agent";
import { ToolError } from "@squire/agent";
import type { Decision, JsonObject, JsonValue, JudgedCall } from "@squire/protocol";
import { permitsSecret } from "@squire/safety";
import type { Placeholders, Policy } from "@squire/safety";

export type SecretPorts = {
  readonly placeholders: Placeholders;
  readonly policy: () => Policy;
  /** The gate for questions. */
  readonly look: Gate;
};

/** What says where something goes or what is looked for; a secret has no place in it. */
const PLACES: ReadonlySet<string> = new Set([
  "path",
  "file_path",
  "from",
  "to",
  "source",
  "destination",
  "cwd",
  "url",
  "pattern",
  "glob",
  "query",
]);

const PLACEHOLDER = /\[REDACTED:[\w-]{1,64}:[0-9a-f]{12}\]/g;

/** No character of these means anything to a shell. */
const PLAIN = /^[\w.+=@:-]+$/;

/**
 * Puts secrets that were hidden from the model back into the arguments of a call that names their
 * placeholders, where a rule permits it (SEC-2). Judged, approved and recorded is the call with the
 * placeholders; with the secrets it is only run, and only if the gate would let that pass as well.
 * Null: there is nothing to put back.
 */
export function secretUse(ports: SecretPorts) {
  return async (call: JudgedCall, decision: Decision): Promise<JsonObject | null> => {
    const { command } = call.args;
    const isShell = typeof command === "string";
    const fill = (text: string, key: string): string =>
      PLACES.has(key) ? text : filled(text, ports, isShell);
    const args = mapTexts(call.args, fill);
    if (JSON.stringify(args) === JSON.stringify(call.args)) return null;
    const subject = isShell && call.subject !== null ? fill(call.subject, "command") : call.subject;
    const { verdict } = await ports.look({ ...call, args, subject });
    if (verdict === "allow" || (verdict === "ask" && decision.verdict === "ask")) return args;
    throw new ToolError("Not run: with the secret in its place this is not what was allowed.");
  };
}

function filled(text: string, { placeholders, policy }: SecretPorts, isShell: boolean): string {
  return text.replaceAll(PLACEHOLDER, (placeholder) => {
    const permits = ({ kind }: { readonly kind: string }) => permitsSecret(policy(), kind);
    const { text: secret } = placeholders.reveal(placeholder, permits);
    return isShell && !PLAIN.test(secret) ? placeholder : secret;
  });
}

function mapTexts(args: JsonObject, change: (text: string, key: string) => string): JsonObject {
  const mapped = (value: JsonValue, key: string): JsonValue => {
    if (typeof value === "string") return change(value, key);
    if (Array.isArray(value)) return value.map((item) => mapped(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, mapped(inner, name)]),
    );
  };
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, mapped(value, key)]));
}
