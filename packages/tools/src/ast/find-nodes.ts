import { readFile, stat } from "node:fs/promises";
import type { SgNode } from "@ast-grep/napi";
import { Watch, type ScanLimits } from "../search/watch.ts";
import type { Language } from "./languages.ts";
import { invalidPattern, matcherFor, type Matcher } from "./matcher.ts";
import { errorLine, neededWords, parseSource } from "./parse-source.ts";
import type { Parser } from "./parsers.ts";
import type { SourceFile } from "./source-files.ts";
import { sourceText } from "./source-text.ts";

export type FileNodes = {
  readonly file: SourceFile;
  readonly nodes: readonly SgNode[];
  /** Where the parser lost its way, from 1; null when it did not. */
  readonly errorLine: number | null;
};

/** What kept a file from being searched. */
export type Skipped = { readonly name: string; readonly why: string };

/** A source beyond this was hardly written by hand. */
export const MOST_SOURCE_BYTES = 1024 * 1024;

/** Matchers of one pattern, made for a language when its first file comes. */
export class Matchers {
  readonly #parser: Parser;
  readonly #pattern: string;
  readonly #made = new Map<string, Matcher>();

  constructor(parser: Parser, pattern: string) {
    this.#parser = parser;
    this.#pattern = pattern;
  }

  for(language: Language): Matcher {
    const known = this.#made.get(language.id);
    if (known !== undefined) return known;
    const made = matcherFor(this.#parser, language, this.#pattern);
    this.#made.set(language.id, made);
    return made;
  }

  /** Fails when the pattern is code in none of the languages that came up. */
  check(languages: readonly Language[]): void {
    const all = languages.map((language) => ({ language, matcher: this.for(language) }));
    const [first] = all;
    if (first === undefined || all.some(({ matcher }) => matcher.type === "matcher")) return;
    const why = first.matcher.type === "invalid" ? first.matcher.why : "";
    throw invalidPattern(all.length === 1 ? first.language : null, why);
  }
}

/** Files with their matches, one by one; what cannot be parsed does not stop the others (AST-4). */
export async function* findNodes(
  files: readonly SourceFile[],
  pattern: string,
  parser: Parser,
  limits: ScanLimits,
): AsyncGenerator<FileNodes | Skipped> {
  const matchers = new Matchers(parser, pattern);
  matchers.check(distinctLanguages(files));
  const words = neededWords(pattern);
  const watch = new Watch(limits);
  for (const file of files) {
    if (watch.isDue()) await watch.pause();
    const matcher = matchers.for(file.language);
    if (matcher.type === "invalid") continue;
    const source = await readSource(file);
    if (source === null) continue;
    if ("why" in source) {
      yield source;
      continue;
    }
    if (!words.every((word) => source.text.includes(word))) continue;
    await watch.pause();
    const root = await parseSource(parser, file.language, source.text);
    const nodes = root.findAll(matcher.config);
    yield { file, nodes, errorLine: errorLine(root) };
  }
}

export function distinctLanguages(files: readonly SourceFile[]): readonly Language[] {
  return [...new Map(files.map(({ language }) => [language.id, language])).values()];
}

/** Null when it has gone meanwhile. */
async function readSource({ path, name }: SourceFile): Promise<{ text: string } | Skipped | null> {
  try {
    const { size } = await stat(path);
    if (size > MOST_SOURCE_BYTES) return { name, why: `larger than ${MOST_SOURCE_BYTES} bytes` };
    return sourceText(await readFile(path)) ?? { name, why: "not UTF-8" };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "ENOENT" ? null : { name, why: "cannot be read" };
  }
}
