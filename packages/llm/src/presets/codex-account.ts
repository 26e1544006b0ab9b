import { isRecord } from "../wire/read.ts";

/**
 * The header that names the account a ChatGPT token belongs to; the server wants it beside the
 * token. No header for any other text.
 */
export function codexAccountHeader(token: string): Readonly<Record<string, string>> {
  const [, payload = ""] = token.split(".");
  const claims = parseJson(Buffer.from(payload, "base64url").toString("utf8"));
  const auth = isRecord(claims) ? claims["https://api.openai.com/auth"] : undefined;
  const account = isRecord(auth) ? auth["chatgpt_account_id"] : undefined;
  const named = typeof account === "string" && /^[\w-]+$/.test(account);
  return named ? { "chatgpt-account-id": account } : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
