/** How people ask, not what they ask for: no tool is found by these. */
const REQUEST_WORDS: ReadonlySet<string> = new Set(
  (
    "able anything appreciate assist assistance curious dear glad going got hello help hey hi interested kindly know " +
    "let like looking need needed needs ok okay plan planning please possible sir someone something sure tell thank " +
    "thanks thing things try trying want wanted wants wish wondering"
  ).split(" "),
);

export function isRequestWord(word: string): boolean {
  return REQUEST_WORDS.has(word);
}
