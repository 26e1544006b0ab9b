const HIDDEN = "••••••••";

/**
 * A secret as it may be shown: `sk-abcd…wxyz` (MODL-15). A short vendor mark, then at most four
 * characters at either end; anything too short for that is hidden, its length too.
 */
export function maskSecret(secret: string): string {
  const mark = /^[A-Za-z]{1,5}[-_]/.exec(secret)?.[0] ?? "";
  const rest = secret.slice(mark.length);
  // Only plain characters are shown: a pasted secret can hold anything.
  if (rest.length < 20 || !/^[!-~]+$/.test(secret)) return HIDDEN;
  return `${mark}${rest.slice(0, 4)}…${rest.slice(-4)}`;
}
