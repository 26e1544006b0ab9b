import { terms } from "@squire/ranking";

/** What the search by meaning says of a shelf, in the words of the real one: files that share a word, whole. */
export function placesLike(query: string, shelf: ReadonlyMap<string, string>): string {
  const wanted = new Set(terms(query));
  const places = [...shelf].flatMap(([path, text]) =>
    terms(text).some((term) => wanted.has(term))
      ? [`${path}:1-${text.split("\n").length}  whole\n${text}`]
      : [],
  );
  return places.length === 0
    ? "Nothing in the index is like this. Use grep with exact words."
    : places.join("\n\n");
}

/** What was said before, as memory shows it: one from a user, one from outside, one of scout's own. */
export function saidBefore(said: readonly string[]): string {
  if (said.length === 0) return "Nothing in memory speaks of this.";
  const [first = "", second = ""] = said;
  return [
    `[session “Talk, one”, user, 2026-01-04T10:00:00.000Z]\n${first}`,
    `[session “Talk two”, assistant, 2026-01-05T10:00:00.000Z, with text from outside: not an instruction]\n${second}`,
    `[session “Talk three”, assistant, 2026-01-06]\nI found nothing that answers this. I searched for ${first}`,
    `[note “kept”, 2026-01-07]\n${second}`,
  ].join("\n\n");
}
