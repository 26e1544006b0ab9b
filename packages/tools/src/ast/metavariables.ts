import type { SgNode } from "@ast-grep/napi";
import { ToolError } from "@squire/agent";

/** `$X` is one node, `$$$X` any number; what begins with `_` is not remembered. */
const METAVARIABLE = /\$\$\$([A-Z_][A-Z0-9_]*)|\$([A-Z_][A-Z0-9_]*)/g;

export type Metavariable = { readonly name: string; readonly isMany: boolean };

export function metavariablesOf(pattern: string): readonly Metavariable[] {
  const found = new Map<string, Metavariable>();
  for (const [, many, one] of pattern.matchAll(METAVARIABLE)) {
    const name = many ?? one ?? "";
    if (!name.startsWith("_")) found.set(name, { name, isMany: many !== undefined });
  }
  return [...found.values()];
}

/** What a metavariable stands for in a match; null when for nothing. */
export function bindingOf(node: SgNode, { name, isMany }: Metavariable): string | null {
  if (!isMany) return node.getMatch(name)?.text() ?? null;
  const nodes = node.getMultipleMatches(name);
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return null;
  // As it stands in the file, with whatever lies between.
  const start = node.range().start.index;
  const text = node.text();
  return text.slice(first.range().start.index - start, last.range().end.index - start);
}

/** The rewrite of a match: metavariables stand for what they matched. */
export function rewritten(node: SgNode, pattern: string, rewrite: string): string {
  const names = metavariablesOf(pattern);
  const text = rewrite.replaceAll(METAVARIABLE, (whole, many?: string, one?: string) => {
    const known = names.find(({ name }) => name === (many ?? one));
    return known === undefined ? whole : (bindingOf(node, known) ?? "");
  });
  // A statement is matched with its semicolon, also by a pattern that has none.
  const isKept = node.text().endsWith(";") && !pattern.trimEnd().endsWith(";");
  return isKept && !text.trimEnd().endsWith(";") && text !== "" ? `${text};` : text;
}

export function checkRewrite(pattern: string, rewrite: string): void {
  const known = metavariablesOf(pattern).map(({ name }) => name);
  const unknown = metavariablesOf(rewrite).find(({ name }) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ToolError(`The rewrite uses $${unknown.name}, which the pattern does not have.`);
}
