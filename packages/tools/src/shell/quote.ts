/** A word that a POSIX shell reads as this very text. */
export function quoted(text: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `NAME=value …` as a shell reads it. */
export function assignments(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join(" ");
}
