import type { Language } from "./languages.ts";
import type { Matchers } from "./find-nodes.ts";
import { rewritten } from "./metavariables.ts";
import { outermost, parseSource } from "./parse-source.ts";
import type { Parser } from "./parsers.ts";

export type Rewrite = {
  readonly pattern: string;
  readonly rewrite: string;
  readonly matchers: Matchers;
};

export type Rewritten = { readonly text: string; readonly count: number };

/** One rule after the other, each on what the one before it has left. */
export async function rewriteSource(
  source: { readonly text: string; readonly newline: string; readonly language: Language },
  rules: readonly Rewrite[],
  parser: Parser,
): Promise<Rewritten> {
  let text = source.text;
  let count = 0;
  for (const { pattern, rewrite, matchers } of rules) {
    const matcher = matchers.for(source.language);
    if (matcher.type === "invalid") continue;
    const root = await parseSource(parser, source.language, text);
    const template = rewrite.replaceAll(/\r?\n/g, source.newline);
    const edits = outermost(root, matcher.config)
      .map((node) => ({ node, after: rewritten(node, pattern, template) }))
      .filter(({ node, after }) => node.text() !== after)
      .map(({ node, after }) => node.replace(after));
    if (edits.length === 0) continue;
    text = root.commitEdits(edits);
    count += edits.length;
  }
  return { text, count };
}
