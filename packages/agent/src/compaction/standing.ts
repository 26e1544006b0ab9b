/** Words by which users say how things are to be done from now on. */
const MARKERS =
  /\b(?:always|never|from now on|don['’]?t|do not|must(?:n['’]t)?|make sure|remember (?:to|that)|keep in mind|prefer|avoid|only (?:use|ever|change)|no matter what|in (?:the )?future|for the rest of|under no circumstances|immer|niemals?|ab jetzt|künftig|toujours|jamais|désormais|siempre|nunca|a partir de ahora)\b|始终|总是|永远|不要|务必|以后|必ず|今後|항상|절대/iu;

const LONGEST = 400;
const MOST = 20;
/** Pasted files are not instructions. */
const LONGEST_REQUEST = 20_000;

/** The sentences of a request that sound like standing instructions, word for word. */
export function standingSentences(request: string): readonly string[] {
  if (request.length > LONGEST_REQUEST) return [];
  return withoutCode(request)
    .split(/\n+|(?<=[.!?。！？])\s+|(?<=[。！？])/u)
    .map((sentence) => sentence.replace(/^[\s>*•-]+/u, "").trim())
    .filter((sentence) => sentence.length <= LONGEST && MARKERS.test(sentence))
    .slice(0, MOST);
}

function withoutCode(text: string): string {
  return text.replaceAll(/^[ \t]*```[^]*?^[ \t]*```[ \t]*$/gm, "\n");
}
