import { extname } from "node:path";
import type { SgNode } from "@ast-grep/napi";
import { sharedParser } from "../../ast/parsers.ts";

/** A language whose texts can be parsed. */
export type Language =
  | "TypeScript"
  | "Tsx"
  | "JavaScript"
  | "python"
  | "go"
  | "rust"
  | "java"
  | "c"
  | "cpp";

export type SourceNode = SgNode;

const BY_END: Readonly<Record<string, Language>> = {
  ".ts": "TypeScript",
  ".mts": "TypeScript",
  ".cts": "TypeScript",
  ".tsx": "Tsx",
  ".jsx": "Tsx",
  ".js": "JavaScript",
  ".mjs": "JavaScript",
  ".cjs": "JavaScript",
  ".py": "python",
  ".pyi": "python",
  ".go": "go",
  ".rs": "rust",
  ".java": "java",
  ".c": "c",
  ".h": "cpp",
  ".cc": "cpp",
  ".cpp": "cpp",
  ".cxx": "cpp",
  ".hh": "cpp",
  ".hpp": "cpp",
};

/** By the end of a file's name; null where there is no grammar. */
export function languageOf(name: string): Language | null {
  return BY_END[extname(name).toLowerCase()] ?? null;
}

/** The root of the syntax tree; what does not parse is in it as `ERROR`. */
export async function parseSource(language: Language, text: string): Promise<SourceNode> {
  const { parseAsync } = await sharedParser();
  return (await parseAsync(language, text)).root();
}

/** The library's own type of a kind is a name among those of every grammar. */
export function kindOf(node: SourceNode): string {
  return String(node.kind());
}
