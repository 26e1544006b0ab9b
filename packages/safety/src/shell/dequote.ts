/** Characters that end or change a word when nothing quotes them. */
const ACTIVE = /["'`$()<>;&|\s]/;

/** What unquoted text stands for: a backslash takes the next character as it is. Null when it is no plain text. */
export function dequoteBare(text: string): string | null {
  let value = "";
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char !== "\\") {
      // A dollar sign at the end begins nothing.
      if (ACTIVE.test(char) && !(char === "$" && i === text.length - 1)) return null;
      value += char;
      continue;
    }
    i++;
    // A backslash at the very end stands for itself; one before a newline joins two lines.
    if (i === text.length) return `${value}\\`;
    if (text.charAt(i) !== "\n") value += text.charAt(i);
  }
  return value;
}

/** The same between double quotes, where a backslash is special before few characters only. */
export function dequoteDouble(text: string): string | null {
  let value = "";
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === "`" || char === '"') return null;
    if (char !== "\\") {
      value += char;
      continue;
    }
    i++;
    const next = text.charAt(i);
    if (next === "\n") continue;
    value += '$`"\\'.includes(next) && next !== "" ? next : `\\${next}`;
  }
  return value;
}

/** Whether unquoted text holds a wildcard that no backslash takes away. */
export function hasWildcard(text: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*[*?]/.test(text);
}
