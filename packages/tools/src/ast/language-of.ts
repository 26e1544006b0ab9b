import { ToolError } from "@squire/agent";
import { LANGUAGES, type Language } from "./languages.ts";

/** The language that a caller names; fails with the list of all. */
export function languageNamed(name: string): Language {
  const plain = name.trim().toLowerCase().replace(/^\./, "");
  const found = LANGUAGES.find(
    (language) =>
      language.name === plain ||
      language.aliases.includes(plain) ||
      language.endings.includes(plain),
  );
  if (found !== undefined) return found;
  const known = LANGUAGES.map((language) => language.name).join(", ");
  throw new ToolError(`${name.slice(0, 40)} is not a known language. Known are: ${known}.`);
}

/** The language of a file, by its ending; null when it is none of ours. */
export function languageOf(path: string): Language | null {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return null;
  return LANGUAGES.find(({ endings }) => endings.includes(ending)) ?? null;
}
