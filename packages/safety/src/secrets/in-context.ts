import type { Span } from "./span.ts";

/**
 * Secrets that are known by what stands before them: a header, a name, an address. Only the value is
 * a span. Nothing but blanks is crossed, so that a secret never reaches over the end of a line.
 */
export function secretsInContext(text: string): readonly Span[] {
  const lower = text.toLowerCase();
  const has = (parts: readonly string[]): boolean => parts.some((part) => lower.includes(part));
  return [
    ...(has(IN_HEADERS) ? headers(text) : []),
    ...(has(IN_PARAMETERS) ? parameters(text) : []),
    ...(has(IN_URLS) ? passwordsInUrls(text) : []),
    ...(has(IN_ASSIGNMENTS) ? assignments(text) : []),
  ];
}

/** One of these is in everything the patterns below match: most texts are passed over without trying them. */
const IN_HEADERS = ["authorization", "bearer", "-key", "-token"];
const IN_PARAMETERS = ["?", "&"];
const IN_URLS = ["://"];
const IN_ASSIGNMENTS = ["auth", "credential", "key", "pass", "pwd", "secret", "token"];

const WITH_SCHEME =
  /\bauthorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:bearer|basic|token|digest|apikey|negotiate)[ \t]{1,4}([^\s"'`,;<>[\]{}$\\]{6,4096})/gi;
const WITHOUT_SCHEME =
  /\bauthorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?([^\s"'`,;<>[\]{}$\\]{12,4096})/gi;
const BEARER = /\bbearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{16,4096})/gi;
const KEY_HEADER =
  /\b(?:x-api-key|api-key|x-goog-api-key|x-auth-token|x-access-token|private-token|x-gitlab-token|x-vault-token|x-amz-security-token)["']?[ \t]{0,4}:[ \t]{0,4}["']?([^\s"'`,;<>[\]{}$\\]{8,4096})/gi;

function headers(text: string): readonly Span[] {
  return [
    ...valuesOf(text, WITH_SCHEME, "authorization", (value) => !isCode(value)),
    ...valuesOf(text, WITHOUT_SCHEME, "authorization", isRandom),
    ...valuesOf(text, BEARER, "authorization", isRandom),
    ...valuesOf(text, KEY_HEADER, "api-key", (value) => !isCode(value) && /\d/.test(value)),
  ];
}

const PARAMETER =
  /[?&](?:access_token|refresh_token|id_token|auth_token|token|api[_-]?key|apikey|key|client_secret|secret|password|passwd|sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature)=([A-Za-z0-9._~+/%=-]{12,4096})/gi;

function parameters(text: string): readonly Span[] {
  return valuesOf(text, PARAMETER, "url-secret", isRandom);
}

const URL_PASSWORD =
  /(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,24}:\/\/[^\s/@:"'`<>{}[\]]{0,128}:([^\s/@"'`<>{}[\]]{3,256})(?=@)/gi;

function passwordsInUrls(text: string): readonly Span[] {
  return valuesOf(text, URL_PASSWORD, "url-password", (value) => !isPlaceholder(value));
}

const ASSIGNMENT =
  /(?:secret|token|passw(?:or)?d|passphrase|passwd|pwd|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|account[_-]?key|credential|auth)[A-Za-z0-9_-]{0,24}["']?[ \t]{0,4}(?:=>|:=|[:=])[ \t]{0,4}["'`]?([^\s"'`,;()<>[\]{}$\\]{12,1024})/gi;

function assignments(text: string): readonly Span[] {
  return valuesOf(text, ASSIGNMENT, "secret", isRandom);
}

/** The spans of the one group at the end of a pattern, where a check agrees. */
function valuesOf(
  text: string,
  pattern: RegExp,
  kind: string,
  isSecret: (value: string) => boolean,
): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    // In an address the next parameter is no part of it.
    const value = (match[1] ?? "").split(/&[\w.-]+=/, 1)[0] ?? "";
    if (!isSecret(value)) continue;
    const start = match.index + match[0].length - (match[1] ?? "").length;
    spans.push({ start, end: start + value.length, kind });
  }
  return spans;
}

/** Words that stand for a secret in examples and templates. */
const PLACEHOLDER =
  /^(?:x+|\*+|\.+|<.*|\$.*|%.*|\[.*|#.*|(?:your|my|the|some|an?)[-_ ].*|your.*|pass(?:word|wd)?|pwd|secret|token|example.*|changeme|redacted|null|undefined|true|false|none|user|root|admin|postgres|test|guest)$/i;

function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value);
}

const MEMBER = /^[A-Za-z_$][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)+[;,]?$/;
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** Something that is computed, not written down. */
function isCode(value: string): boolean {
  return isPlaceholder(value) || MEMBER.test(value) || CONSTANT.test(value);
}

const LEAST_BITS = 3;
/** Versions and sizes, paths, addresses, dates, places in documents. */
const NOT_RANDOM =
  /^\d+(?:\.\d+)*[A-Za-z-]{0,12}$|^\.{0,2}\/[\w-]+(?:\/|$)|^[a-z]+:\/\/|\d{4}-\d\d-\d\d|#/;

/** Letters and figures without any order, as machines make them; no words, numbers or versions. */
export function isRandom(value: string): boolean {
  if (value.length < 12 || isCode(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) {
    return false;
  }
  if (NOT_RANDOM.test(value)) return false;
  return piecesPerChar(value) >= leastPieces(value) && bitsPerChar(value) >= LEAST_BITS;
}

/** Words are long pieces, keys are many short ones: `OAuth2Config` has 4 in 12, `x7Kq9` 4 in 5. */
function piecesPerChar(value: string): number {
  const pieces = value.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
  return pieces.length / pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** With fewer kinds of characters there are fewer changes between them. */
function leastPieces(value: string): number {
  if (/^(?:[0-9a-f]{20,}|[A-Z2-7]{16,}=*)$/.test(value)) return 0.15;
  if (value.length >= 32) return 0.27;
  if (!/[A-Z]/.test(value) || !/[a-z]/.test(value)) return 0.29;
  return value.length < 20 ? 0.42 : 0.37;
}

function bitsPerChar(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    bits -= (count / value.length) * Math.log2(count / value.length);
  }
  return bits;
}
