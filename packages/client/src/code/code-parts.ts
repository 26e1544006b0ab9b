/** A piece of code with the kinds of word that it is, the outermost first. */
export type CodePart = { readonly text: string; readonly kinds: readonly string[] };

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** highlight.js gives HTML, spans with classes and five entities: read here as data, never as HTML. */
export function codeParts(html: string): readonly CodePart[] {
  const parts: CodePart[] = [];
  let kinds: readonly string[] = [];
  for (const part of html.match(/<span class="[^"]*">|<\/span>|[^<]+/g) ?? []) {
    if (part === "</span>") kinds = kinds.slice(0, -1);
    else if (part.startsWith("<")) kinds = [...kinds, /hljs-([a-z_]+)/.exec(part)?.[1] ?? ""];
    else parts.push({ text: plain(part), kinds });
  }
  return parts;
}

function plain(part: string): string {
  return part.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}
