import { extname } from "node:path";
import type { SgNode } from "@ast-grep/napi";

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
  const { parseAsync } = await loadGrammars();
  return (await parseAsync(language, text)).root();
}

/** The library's own type of a kind is a name among those of every grammar. */
export function kindOf(node: SourceNode): string {
  return String(node.kind());
}

let loading: Promise<typeof import("@ast-grep/napi")> | null = null;

/** The library takes grammars exactly once in a process. */
function loadGrammars(): Promise<typeof import("@ast-grep/napi")> {
  loading ??= (async () => {
    const [library, python, go, rust, java, c, cpp] = await Promise.all([
      import("@ast-grep/napi"),
      import("@ast-grep/lang-python"),
      import("@ast-grep/lang-go"),
      import("@ast-grep/lang-rust"),
      import("@ast-grep/lang-java"),
      import("@ast-grep/lang-c"),
      import("@ast-grep/lang-cpp"),
    ]);
    library.registerDynamicLanguage({
      python: python.default,
      go: go.default,
      rust: rust.default,
      java: java.default,
      c: c.default,
      cpp: cpp.default,
    });
    return library;
  })();
  return loading;
}
