import type { NapiConfig, SgNode } from "@ast-grep/napi";
import type { Language } from "./languages.ts";
import type { Parser } from "./parsers.ts";

/** Larger sources are parsed beside the main thread. */
const ASIDE_CHARS = 20_000;

export async function parseSource(parser: Parser, { id }: Language, text: string): Promise<SgNode> {
  const root =
    text.length < ASIDE_CHARS ? parser.parse(id, text) : await parser.parseAsync(id, text);
  return root.root();
}

/** The line of the first part that could not be parsed, from 1; null when all could. */
export function errorLine(root: SgNode): number | null {
  const error = root.find({ rule: { kind: "ERROR" } });
  return error === null ? null : error.range().start.line + 1;
}

/** Matches in the order of the source; of those inside each other only the outermost. */
export function outermost(root: SgNode, config: NapiConfig): readonly SgNode[] {
  const nodes: SgNode[] = [];
  let end = -1;
  for (const node of root.findAll(config)) {
    const range = node.range();
    if (range.start.index < end) continue;
    nodes.push(node);
    end = range.end.index;
  }
  return nodes;
}

/** Words that stand in every source that the pattern fits: most files need not be parsed at all. */
export function neededWords(pattern: string): readonly string[] {
  const words = pattern.replaceAll(/\$+[A-Z0-9_]*/g, " ").match(/[A-Za-z_][A-Za-z0-9_]{2,}/g);
  return [...new Set(words ?? [])];
}
