/** The members of a Unicode class in the words of a JavaScript class; null when nobody knows it. */
export function unicodeMembers(name: string): string | null {
  const plain = name.trim().replaceAll(/[\s-]+/g, "_");
  const lower = plain.toLowerCase();
  if (lower === "any") return "\\u{0}-\\u{10FFFF}";
  if (lower === "ascii") return "\\u{0}-\\u{7F}";
  const [, property, value] = /^([a-z_]+)[=:](\w+)$/i.exec(plain) ?? [];
  const candidates =
    property === undefined || value === undefined
      ? [plain, titled(plain), plain.toUpperCase(), `Script=${titled(plain)}`]
      : [`${property}=${titled(value)}`, `${titled(property)}=${titled(value)}`];
  const known = candidates.find(isProperty);
  return known === undefined ? null : `\\p{${known}}`;
}

/** `white_space` → `White_Space`. */
function titled(name: string): string {
  return name.toLowerCase().replaceAll(/(?:^|_)[a-z]/g, (start) => start.toUpperCase());
}

function isProperty(name: string): boolean {
  try {
    return new RegExp(`\\p{${name}}`, "u").source !== "";
  } catch {
    return false;
  }
}
