import type { AuthStyle, Endpoint } from "../endpoint.ts";
import { codexAccountHeader } from "../presets/codex-account.ts";
import { failureAt, ModelFailed } from "./model-failed.ts";

export type Headers = Readonly<Record<string, string>>;

const AUTH_HEADERS = ["authorization", "x-api-key", "api-key", "x-goog-api-key"];
const SECRET_NAME = /auth|key|token|secret|cookie/i;
const ANTHROPIC_OAUTH_BETA = "oauth-2025-04-20";

/**
 * The headers of one request, names in lower case. What the user set for the endpoint wins over
 * everything else, the key's own header included. Throws ModelFailed on what cannot be sent.
 */
export function requestHeaders(endpoint: Endpoint, secret: string | null, wire: Headers): Headers {
  if (secret !== null) checkKey(endpoint, secret);
  const headers: Record<string, string> = { "user-agent": "squire" };
  merge(headers, wire);
  if (secret !== null) authorize(headers, endpoint.auth, secret);
  if (secret !== null && endpoint.target.api === "openai-codex-responses") {
    merge(headers, codexAccountHeader(secret));
  }
  merge(headers, endpoint.headers);
  for (const [name, value] of Object.entries(headers)) checkHeader(endpoint, name, value);
  return headers;
}

export type HeadersOf = (secret: string | null, wire: Headers) => Headers;

/** The same from request to request while neither the key nor what the wire adds changes. */
export function headersOnce(endpoint: Endpoint, common: Headers): HeadersOf {
  let last: {
    readonly secret: string | null;
    readonly wire: Headers;
    readonly made: Headers;
  } | null = null;
  return (secret, wire) => {
    if (last?.secret !== secret || last.wire !== wire) {
      last = { secret, wire, made: requestHeaders(endpoint, secret, { ...common, ...wire }) };
    }
    return last.made;
  };
}

/** A header of the endpoint that already carries a key, so that none has to be picked. */
export function hasOwnAuth(endpoint: Endpoint): boolean {
  return Object.keys(endpoint.headers).some((name) => AUTH_HEADERS.includes(name.toLowerCase()));
}

/** Values that must not show up in a message: the key and what the endpoint's headers hide. */
export function secretsOf(endpoint: Endpoint, secret: string | null): readonly string[] {
  const hidden = Object.entries(endpoint.headers).flatMap(([name, value]) =>
    SECRET_NAME.test(name) ? [value, value.replace(/^\w+\s+/, "")] : [],
  );
  return secret === null ? hidden : [secret, ...hidden];
}

function authorize(headers: Record<string, string>, style: AuthStyle, secret: string): void {
  // Anthropic's OAuth tokens are refused in x-api-key, and as bearer without this beta.
  if (style === "x-api-key" && secret.startsWith("sk-ant-oat")) {
    headers["authorization"] = `Bearer ${secret}`;
    const betas = headers["anthropic-beta"];
    headers["anthropic-beta"] =
      betas === undefined ? ANTHROPIC_OAUTH_BETA : `${betas},${ANTHROPIC_OAUTH_BETA}`;
  } else if (style === "bearer") {
    headers["authorization"] = `Bearer ${secret}`;
  } else if (style !== "none") {
    headers[style] = secret;
  }
}

function merge(into: Record<string, string>, from: Headers): void {
  for (const [name, value] of Object.entries(from)) into[name.toLowerCase()] = value;
}

function checkKey(endpoint: Endpoint, secret: string): void {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(secret)) return;
  const { provider } = endpoint.target;
  const what = /[\r\n]/.test(secret) ? "a line break" : "a blank or a character no key has";
  throw new ModelFailed(
    failureAt(endpoint, {
      kind: "auth",
      message: `The key for ${provider} contains ${what}, so it cannot be sent.`,
      advice: `Enter the key for ${provider} again: run \`squire setup\`.`,
    }),
  );
}

function checkHeader(endpoint: Endpoint, name: string, value: string): void {
  const nameOk = /^[\w!#$%&'*+.^`|~-]+$/.test(name);
  if (nameOk && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return;
  throw new ModelFailed(
    failureAt(endpoint, {
      kind: "bad_request",
      message: `The header “${nameOk ? name : JSON.stringify(name)}” of ${endpoint.target.provider} contains characters that cannot be sent.`,
      advice: `Correct \`headers\` of ${endpoint.target.provider} in the configuration.`,
    }),
  );
}
