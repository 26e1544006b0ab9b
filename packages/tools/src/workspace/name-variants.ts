import { readdir } from "node:fs/promises";

/**
 * The name in a folder that a missing one was meant to be: letters composed in another way (macOS),
 * curly quotes for straight ones, or another kind of blank (FS-2). Null when there is none, or more
 * than one.
 */
export async function variantIn(folder: string, name: string): Promise<string | null> {
  if (!mayVary(name)) return null;
  const wanted = foldName(name);
  const names = await readdir(folder).catch(() => []);
  const found = names.filter((other) => foldName(other) === wanted);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Most names have no other form: their folder need not be looked through. */
function mayVary(name: string): boolean {
  return /['" ]|[^\p{ASCII}]/u.test(name);
}

function foldName(name: string): string {
  return name
    .normalize("NFC")
    .replaceAll(/[\u2018\u2019\u201B\u02BC\u2032]/g, "'")
    .replaceAll(/[\u201C\u201D\u201E\u201F\u2033]/g, '"')
    .replaceAll(/[\u00A0\u2007\u2009\u202F]/g, " ");
}
