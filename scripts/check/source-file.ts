import { maskCode } from "./mask.ts";

export type SourceFile = {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The text without comments and without the inside of strings; empty for what is not code. */
  readonly code: string;
  readonly imports: readonly Import[];
};

export type Import = {
  readonly specifier: string;
  readonly line: number;
  /** Gone after compiling: `import type`, `export type … from`. */
  readonly typeOnly: boolean;
};

export type Violation = { readonly path: string; readonly line?: number; readonly message: string };

/** A check over the whole repository. Pure. */
export type Rule = (files: readonly SourceFile[]) => readonly Violation[];

export function sourceFile(path: string, text: string): SourceFile {
  const code = /\.(?:[cm]?ts|tsx|[cm]?js)$/.test(path) ? maskCode(text) : "";
  return { path, text, code, imports: code === "" ? [] : importsIn(text, code) };
}

// On masked code: where a module is named, up to its opening quote.
const STATEMENTS =
  /(?<![.\w$])(?:import|export)(?<type>\s+type\b(?!\s*,|\s+from\b))?\s*(?:[\w$*{}\s,]*?\bfrom\s*|(?<=import\s*))(?=["'])/g;
const CALLS = /(?<![.\w$])(?:import|require)\s*\(\s*(?=["'])/g;

function importsIn(text: string, code: string): Import[] {
  const found: Import[] = [];
  for (const pattern of [STATEMENTS, CALLS]) {
    for (const match of code.matchAll(pattern)) {
      const quote = match.index + match[0].length;
      const end = code.indexOf(code.charAt(quote), quote + 1);
      found.push({
        specifier: text.slice(quote + 1, end),
        line: lineAt(text, match.index),
        typeOnly: match.groups?.["type"] !== undefined,
      });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}

/** The first line of the code that matches, or null. */
export function lineOf(file: SourceFile, pattern: RegExp): number | null {
  const position = file.code.search(pattern);
  return position === -1 ? null : lineAt(file.text, position);
}

/** The package a file belongs to, or null for what lies outside `packages/`. */
export function packageOf(path: string): string | null {
  return /^packages\/([^/]+)\//.exec(path)?.[1] ?? null;
}

export function isCode(file: SourceFile): boolean {
  return file.code !== "";
}

/** Tests, and what only tests use: files called `test-….ts`, a folder called `testing`. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/test-[^/]+\.tsx?$|\/testing\//.test(path);
}
