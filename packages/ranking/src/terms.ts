import { stem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";
import { words } from "./words.ts";

/** What a text is about: its words without stop words, as stems, in their order; repeated ones stay. */
export function terms(text: string): readonly string[] {
  const found: string[] = [];
  for (const word of words(text)) {
    if (!isStopWord(word)) found.push(stem(word));
  }
  return found;
}
