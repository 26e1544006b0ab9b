const HIDDEN = "[redacted]";
/** A shorter string is no key, and removing it would eat ordinary words. */
const SHORTEST_SECRET = 6;

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer\s+)(?!token\b|auth)[^\s"',;<>]+/gi, `$1${HIDDEN}`],
  [
    /\b((?:x-)?(?:goog-)?api-key|(?:proxy-)?authorization)(["']?\s*:\s*["']?)(?!bearer\b)[^\s"',;<>]+/gi,
    `$1$2${HIDDEN}`,
  ],
  [
    /\b((?:api[_-]?)?key|access_token|token|secret|password|sig|signature)=[^&\s"'<>]+/gi,
    `$1=${HIDDEN}`,
  ],
  [/\b(?:sk|pk|rk|gsk|csk|xai|hf|nvapi|pplx|tgp|gh[opsu])[-_][\w*.…-]{6,}/g, HIDDEN],
  [/\bAIza[\w*…-]{6,}/g, HIDDEN],
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, HIDDEN],
  [/\b([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@"'<>]+@/gi, `$1${HIDDEN}@`],
];

/** The text without the given secrets and without anything that looks like one. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of spellings(secrets)) clean = clean.replaceAll(secret, HIDDEN);
  for (const [shape, replacement] of SHAPES) clean = clean.replace(shape, replacement);
  return clean;
}

/** Each secret as written, in a URL and in JSON; the longest first, since one may hold another. */
function spellings(secrets: readonly string[]): readonly string[] {
  const all = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    all.add(secret);
    all.add(JSON.stringify(secret).slice(1, -1));
    if (secret.isWellFormed()) all.add(encodeURIComponent(secret));
  }
  return [...all].toSorted((a, b) => b.length - a.length);
}
