import type { NapiConfig, SgNode } from "@ast-grep/napi";
import { ToolError } from "@squire/agent";
import type { Language } from "./languages.ts";
import type { Parser } from "./parsers.ts";

export type Matcher =
  | { readonly type: "matcher"; readonly config: NapiConfig }
  /** The pattern is no code of this language. */
  | { readonly type: "invalid"; readonly why: string };

/** What to look for in files of a language. */
export function matcherFor(parser: Parser, language: Language, pattern: string): Matcher {
  const contextual = language.around.flatMap(([before, after]) => {
    const selector = kindWithin(parser, language, { before, pattern, after });
    return selector === null ? [] : [{ pattern: { context: before + pattern + after, selector } }];
  });
  const rules = [{ pattern }, ...contextual].filter((rule) => isValid(parser, language, { rule }));
  const [only, ...others] = rules;
  if (only === undefined) return { type: "invalid", why: whyInvalid(parser, language, pattern) };
  return {
    type: "matcher",
    config: { rule: others.length === 0 ? only : { any: [only, ...others] } },
  };
}

/** The kind of node that the pattern is when other code stands around it; null when it is no node. */
function kindWithin(
  parser: Parser,
  { id }: Language,
  { before, pattern, after }: { before: string; pattern: string; after: string },
): string | null {
  const plain = pattern.replaceAll(/\$+[A-Z_]?[A-Z0-9_]*/g, (name) => "a".repeat(name.length));
  const [start, end] = [before.length, before.length + plain.length];
  let node: SgNode | undefined = parser.parse(id, before + plain + after).root();
  while (node !== undefined) {
    const range = node.range();
    if (range.start.index === start && range.end.index === end) return String(node.kind());
    node = node.children().find((child) => {
      const inner = child.range();
      return inner.start.index <= start && inner.end.index >= end;
    });
  }
  return null;
}

function isValid(parser: Parser, { id }: Language, config: NapiConfig): boolean {
  return problemWith(parser, id, config) === null;
}

/** The parser looks at a pattern only when it searches, so it searches nothing. */
function problemWith(parser: Parser, id: string, config: NapiConfig): string | null {
  try {
    parser.parse(id, "").root().find(config);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function whyInvalid(parser: Parser, { id }: Language, pattern: string): string {
  const words = problemWith(parser, id, { rule: { pattern } }) ?? "it is no code";
  return words.split("|->").at(-1)?.trim() ?? words;
}

export function invalidPattern(language: Language | null, why: string): ToolError {
  const where = language === null ? "" : ` in ${language.name}`;
  return new ToolError(
    `The pattern is not one piece of code${where}: ${why} Write code as it stands in a file, with $X for one part and $$$X for any number.`,
  );
}
