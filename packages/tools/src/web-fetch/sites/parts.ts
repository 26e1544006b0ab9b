const MOST_FACT_CHARS = 500;

/** A list of what is known, without what is not. */
export function factLines(facts: readonly (readonly [string, string])[]): string {
  return facts
    .filter(([, fact]) => fact !== "" && fact.length < MOST_FACT_CHARS)
    .map(([what, fact]) => `- ${what}: ${fact}`)
    .join("\n");
}

/** Parts with a blank line between them, without empty ones. */
export function joinParts(...parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}

/** Text into HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A path as it is meant; empty where it is not properly encoded. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}
