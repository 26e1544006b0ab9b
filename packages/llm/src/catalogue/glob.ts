export function isGlob(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/**
 * Whether a text fits a pattern of `*` (anything) and `?` (one character), without regard to case.
 * Brackets are letters: model ids contain them. Time is linear in practice and bounded by the
 * product of both lengths, whatever the pattern.
 */
export function globMatches(pattern: string, text: string): boolean {
  const wanted = pattern.toLowerCase();
  const given = text.toLowerCase();
  let p = 0;
  let star = -1;
  let resume = 0;
  for (let t = 0; t < given.length;) {
    if (p < wanted.length && wanted[p] === "*") {
      star = p++;
      resume = t;
    } else if (p < wanted.length && (wanted[p] === "?" || wanted[p] === given[t])) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else return false;
  }
  while (wanted[p] === "*") p++;
  return p === wanted.length;
}
