import type { Redirection as RedirectionNode } from "unbash";
import { readOneWord, type WordScope } from "./read-word.ts";
import type { Redirection } from "./segment.ts";
import { walkParts, walkWord, type Inner } from "./walk-parts.ts";
import { doubt, type At, type Walk } from "./walk.ts";
import { literalOf } from "./word.ts";

/** What runs while redirections are set up. */
export function walkRedirections(
  walk: Walk,
  nodes: readonly RedirectionNode[],
  at: At,
  inner: Inner,
): void {
  for (const node of nodes) {
    if (node.descriptor?.type === "FileDescriptorVariable") {
      doubt(walk, "opaque", "a descriptor is kept in a variable");
    }
    if (node.type !== "HereDoc") {
      if (node.target === undefined) doubt(walk, "unparsable", "a redirection leads nowhere");
      else walkWord(walk, node.target, at, inner);
      continue;
    }
    if (node.closing === undefined) doubt(walk, "unparsable", "a heredoc has no end");
    if (node.delimiter?.quoted !== true) walkParts(walk, node.body.parts ?? [], at, inner);
  }
}

export function readRedirections(
  nodes: readonly RedirectionNode[],
  scope: WordScope,
): readonly Redirection[] {
  return nodes.map((node): Redirection => {
    if (node.type !== "Redirect") return { access: "text", target: null };
    const target = node.target === undefined ? null : readOneWord(node.target, scope);
    switch (node.operator) {
      case "<":
        return { access: "read", target };
      case "<>":
        return { access: "both", target };
      case ">>":
      case "&>>":
        return { access: "append", target };
      case "<&":
      case ">&": {
        const value = target === null ? null : literalOf(target);
        const isOpen = value !== null && /^(?:\d+-?|-)$/.test(value);
        // `>& file` writes to a file.
        return isOpen ? { access: "same", target: null } : { access: "write", target };
      }
      case ">":
      case ">|":
      case "&>":
        return { access: "write", target };
    }
  });
}
