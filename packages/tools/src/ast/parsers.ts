import { createRequire } from "node:module";
import type * as AstGrep from "@ast-grep/napi";
import { ToolError } from "@squire/agent";
import { embeddedFile, hasEmbedded, isCompiled } from "@squire/platform";
import { LANGUAGES } from "./languages.ts";

export type Parser = Pick<typeof AstGrep, "parse" | "parseAsync">;

/** Where parsers come from. They are loaded with the first search that needs one. */
export type AstParsers = {
  /** Why there are none here; null when there are. Looks, and loads nothing. */
  unavailable(): string | null;
  load(): Promise<Parser>;
};

type Backend = Parser & Pick<typeof AstGrep, "registerDynamicLanguage">;
type Grammar = {
  readonly libraryPath: string;
  readonly extensions: string[];
  readonly languageSymbol?: string;
  readonly expandoChar?: string;
};

const BACKEND = "ast-grep.node";

/** Characters that may stand for `$` in languages where that is no part of a name. */
const EXPANDO: Readonly<Record<string, string>> = {
  c: "_",
  cpp: "_",
  go: "µ",
  python: "µ",
  rust: "µ",
};

/** The library takes grammars exactly once in the life of a process, so there is one for all. */
let loaded: Promise<Parser> | undefined;
let lastFolder: string | undefined;

/** The parsers that came with Squire; in the compiled program they are laid down in a private folder. */
export function astParsers(cacheFolder: string): AstParsers {
  const require = createRequire(import.meta.url);
  lastFolder ??= cacheFolder;
  return {
    unavailable: () => (isCompiled() ? missingPart() : missingPackage(require)),
    load: () => (loaded ??= loadBackend(require, cacheFolder)),
  };
}

/** The same parsers for whoever has no folder of its own; fails with `ToolError` where there are none. */
export function sharedParser(): Promise<Parser> {
  return astParsers(lastFolder ?? "").load();
}

function missingPart(): string | null {
  return hasEmbedded(BACKEND) ? null : "this build of Squire has no parsers inside it.";
}

function missingPackage(require: NodeJS.Require): string | null {
  try {
    require.resolve("@ast-grep/napi");
    return null;
  } catch {
    return "the package @ast-grep/napi is not installed; run npm ci.";
  }
}

async function loadBackend(require: NodeJS.Require, cacheFolder: string): Promise<Parser> {
  try {
    const backend = isCompiled()
      ? await embeddedBackend(require, cacheFolder)
      : packageBackend(require);
    return backend;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError(`The parsers cannot be loaded here: ${why.slice(0, 300)}`, {
      cause: error,
    });
  }
}

function packageBackend(require: NodeJS.Require): Backend {
  // A name in a variable, so that the bundler does not take a native module apart.
  const name = "@ast-grep/napi";
  const backend: Backend = require(name);
  const grammars = LANGUAGES.flatMap(({ id, grammar }) => {
    const found = grammar === null ? null : tryGrammar(require, grammar);
    return found === null ? [] : [[id, found] as const];
  });
  return registered(backend, grammars);
}

/** A grammar that has no build for this platform leaves the others alone. */
function tryGrammar(require: NodeJS.Require, name: string): Grammar | null {
  try {
    const grammar: Grammar = require(name);
    const { libraryPath, extensions, languageSymbol, expandoChar } = grammar;
    return {
      libraryPath,
      extensions,
      ...(languageSymbol === undefined ? {} : { languageSymbol }),
      ...(expandoChar === undefined ? {} : { expandoChar }),
    };
  } catch {
    return null;
  }
}

async function embeddedBackend(require: NodeJS.Require, cacheFolder: string): Promise<Backend> {
  const path = await embeddedFile(BACKEND, cacheFolder);
  if (path === null) throw new Error("they are not part of this program.");
  const backend: Backend = require(path);
  const grammars: (readonly [string, Grammar])[] = [];
  for (const { id, grammar, endings } of LANGUAGES) {
    const libraryPath =
      grammar === null ? null : await embeddedFile(`grammar-${id}.so`, cacheFolder);
    if (libraryPath === null) continue;
    const expandoChar = EXPANDO[id] ?? "$";
    const languageSymbol = `tree_sitter_${id}`;
    grammars.push([id, { libraryPath, extensions: [...endings], languageSymbol, expandoChar }]);
  }
  return registered(backend, grammars);
}

/** The parser takes languages once in the life of a process, so it gets all of them. */
function registered(backend: Backend, grammars: readonly (readonly [string, Grammar])[]): Backend {
  backend.registerDynamicLanguage(Object.fromEntries(grammars));
  return backend;
}
