import type { Clock, FetchPort } from "../ports.ts";
import { isRecord, text } from "../wire/read.ts";

const SCOPE = "https://www.googleapis.com/auth/cloud-platform";
const TOKEN_URI = "https://oauth2.googleapis.com/token";
const LIFETIME_SECONDS = 3600;
/** A token this close to its end may die on the way. */
const MARGIN_MS = 5 * 60_000;

export type VertexPorts = {
  readonly fetch: FetchPort;
  readonly clock: Pick<Clock, "now">;
  readonly readText: (path: string) => Promise<string>;
};

export type VertexToken =
  | { readonly ok: true; readonly token: string; readonly expiresAt: number }
  | { readonly ok: false; readonly message: string };

/** Turns a credentials file into an access token. Never rejects. */
export type VertexTokens = (path: string, signal: AbortSignal) => Promise<VertexToken>;

/** Tokens are kept until five minutes before they expire; failures are not kept. */
export function vertexTokens(ports: VertexPorts): VertexTokens {
  const kept = new Map<string, VertexToken>();
  return async (path, signal) => {
    const last = kept.get(path);
    if (last?.ok && last.expiresAt - MARGIN_MS > ports.clock.now()) return last;
    const fresh = await vertexToken(path, ports, signal);
    kept.set(path, fresh);
    return fresh;
  };
}

export async function vertexToken(
  path: string,
  ports: VertexPorts,
  signal: AbortSignal,
): Promise<VertexToken> {
  try {
    const file: unknown = JSON.parse(await ports.readText(path));
    const grant = isRecord(file) ? grantOf(file, ports.clock.now()) : undefined;
    if (!grant) {
      return {
        ok: false,
        message: `The Google credentials in "${path}" are of a kind that is not supported: use a service account key or \`gcloud auth application-default login\`.`,
      };
    }
    return await exchange(grant, ports, signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `No Google access token from "${path}": ${reason}` };
  }
}

type Grant = { readonly uri: string; readonly form: Readonly<Record<string, string>> };

function grantOf(file: Record<string, unknown>, now: number): Grant | undefined {
  const uri = text(file["token_uri"]) || TOKEN_URI;
  // The file decides where a signed claim goes: never in clear text.
  if (URL.parse(uri)?.protocol !== "https:") return undefined;
  if (file["type"] === "service_account") {
    const assertion = signedClaim(text(file["client_email"]), text(file["private_key"]), uri, now);
    return { uri, form: { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion } };
  }
  if (file["type"] === "authorized_user") {
    const form = {
      grant_type: "refresh_token",
      client_id: text(file["client_id"]),
      client_secret: text(file["client_secret"]),
      refresh_token: text(file["refresh_token"]),
    };
    return { uri, form };
  }
  return undefined;
}

/** A claim signed with the account's own key, which Google trades for a token. */
function signedClaim(email: string, key: string, audience: string, now: number): string {
  const issued = Math.floor(now / 1000);
  const claim = {
    iss: email,
    scope: SCOPE,
    aud: audience,
    iat: issued,
    exp: issued + LIFETIME_SECONDS,
  };
  const unsigned = [{ alg: "RS256", typ: "JWT" }, claim]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  // Loaded here: of all providers only this one signs, and the module costs every start some time.
  const { createSign } = process.getBuiltinModule("node:crypto");
  return `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(key, "base64url")}`;
}

async function exchange(
  grant: Grant,
  ports: VertexPorts,
  signal: AbortSignal,
): Promise<VertexToken> {
  const response = await ports.fetch(grant.uri, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(grant.form).toString(),
    signal,
  });
  const answer: unknown = await response.json();
  const token = isRecord(answer) ? text(answer["access_token"]) : "";
  if (!response.ok || token === "") {
    const said = isRecord(answer) ? text(answer["error_description"]) || text(answer["error"]) : "";
    return {
      ok: false,
      message: `Google refused the credentials (${response.status})${said ? `: ${said}` : ""}. Run \`gcloud auth application-default login\` again.`,
    };
  }
  const seconds = isRecord(answer) ? Number(answer["expires_in"]) || LIFETIME_SECONDS : 0;
  return { ok: true, token, expiresAt: ports.clock.now() + seconds * 1000 };
}
