import { ToolError, type ToolContext } from "@squire/agent";
import { typeGlobs } from "../search/file-type.ts";
import { ANY_PATH, pathGlob } from "../search/glob-match.ts";
import { countFrom } from "../search/path-input.ts";
import { nameTest } from "../search/own/name-test.ts";
import type { FileHit, Query } from "../search/query.ts";
import { rootOf, type Root } from "../search/root.ts";
import { search } from "../search/search.ts";
import type { SearchServices } from "../search/services.ts";
import { findTargets, isKept } from "../search/targets.ts";

export type GrepInput = {
  readonly pattern: string;
  readonly path?: string | readonly string[] | undefined;
  readonly glob?: string | undefined;
  readonly type?: string | undefined;
  readonly ignoreCase?: boolean | undefined;
  readonly multiline?: boolean | undefined;
  readonly context?: number | undefined;
  readonly limit?: number | undefined;
  readonly output?: Query["output"] | undefined;
};

/** A hit with the name that is shown. */
export type NamedHit = FileHit & { readonly name: string };

export type Matches = {
  readonly output: Query["output"];
  readonly context: number;
  readonly limit: number;
  readonly hits: readonly NamedHit[];
  readonly total: number;
  readonly files: number;
  readonly isExact: boolean;
  readonly unreadable: number;
  /** Files that match but look like credentials. */
  readonly leftOut: number;
  /** Some of what was searched came from outside (PERM-16). */
  readonly untrusted: boolean;
};

const LIMITS: Readonly<Record<Query["output"], number>> = {
  content: 100,
  files: 1_000,
  count: 1_000,
};
const MOST_LIMIT = 100_000;
const MOST_CONTEXT = 100;
const MOST_PATTERN = 20_000;
const TIMEOUT_MS = 60_000;

export async function findMatches(
  input: GrepInput,
  services: SearchServices,
  context: ToolContext,
): Promise<Matches> {
  checkPattern(input.pattern);
  const glob = input.glob === undefined ? ANY_PATH : await pathGlob(input.glob, { dot: true });
  const targets = await findTargets(input.path, services, context);
  const limits = { signal: context.signal, clock: context.clock, timeoutMs: TIMEOUT_MS };
  const gathered = new Gathered(input);
  for (const target of targets) {
    const root = await rootOf(target, glob);
    if (root === null) continue;
    const query = gathered.query(root, glob.names, {
      fits: (path) => glob.fits(path),
      mayTell: (path) => target.name.includes("://") || isKept(path, services),
    });
    if (query === null) break;
    gathered.add(root, await search(query, root, services, limits));
  }
  return { ...gathered.end(), untrusted: targets.some(({ untrusted }) => untrusted) };
}

function checkPattern(pattern: string): void {
  if (pattern === "") throw new ToolError("The pattern is empty.");
  if (pattern.includes("\0")) throw new ToolError("A pattern cannot contain a NUL character.");
  if (pattern.length > MOST_PATTERN) {
    throw new ToolError(`The pattern is longer than ${MOST_PATTERN} characters.`);
  }
}

type Tests = {
  readonly fits: (path: string) => boolean;
  /** By the absolute path. */
  readonly mayTell: (path: string) => boolean;
};

/** Joins what is found in several places. */
class Gathered {
  readonly #input: GrepInput;
  readonly #output: Query["output"];
  readonly #limit: number;
  readonly #context: number;
  readonly #hits: NamedHit[] = [];
  readonly #leftOut = new Set<string>();
  #sum = { total: 0, files: 0, unreadable: 0 };
  #isExact = true;

  constructor(input: GrepInput) {
    this.#input = input;
    this.#output = input.output ?? "content";
    this.#limit = countFrom(input.limit, LIMITS[this.#output], MOST_LIMIT);
    this.#context = Math.max(0, Math.min(MOST_CONTEXT, Math.floor(input.context ?? 0)));
  }

  /** What to look for at the next place; null when there is enough already. */
  query(root: Root, globNames: readonly string[] | null, tests: Tests): Query | null {
    const { pattern, type, ignoreCase = false, multiline = false } = this.#input;
    const wanted = this.#output === "count" ? this.#limit : this.#limit - this.#sum.total;
    if (wanted <= 0) {
      this.#isExact = false;
      return null;
    }
    const typed = type === undefined ? null : typeGlobs(type);
    const isTyped = nameTest(typed);
    return {
      pattern: pattern.toWellFormed(),
      ignoreCase,
      multiline: multiline || namesNewline(pattern),
      context: this.#context,
      output: this.#output,
      wanted,
      names: typed ?? globNames,
      fits: (path) => tests.fits(path) && isTyped(path),
      mayTell: (path) => this.#mayTell(`${root.path}/${path}`, tests),
    };
  }

  add({ nameOf }: Root, found: Awaited<ReturnType<typeof search>>): void {
    const { hits, total, files, unreadable, isExact } = found;
    for (const hit of hits) this.#hits.push({ ...hit, name: nameOf(hit.path) });
    this.#sum = {
      total: this.#sum.total + total,
      files: this.#sum.files + files,
      unreadable: this.#sum.unreadable + unreadable,
    };
    this.#isExact &&= isExact;
  }

  end(): Omit<Matches, "untrusted"> {
    return {
      output: this.#output,
      context: this.#context,
      limit: this.#limit,
      hits: this.#hits,
      ...this.#sum,
      isExact: this.#isExact,
      leftOut: this.#leftOut.size,
    };
  }

  #mayTell(path: string, { mayTell }: Tests): boolean {
    if (mayTell(path)) return true;
    this.#leftOut.add(path);
    return false;
  }
}

/** A line end in a pattern can only mean that lines are to be spanned. */
function namesNewline(pattern: string): boolean {
  return /\n|(?<!\\)(?:\\\\)*\\n/.test(pattern);
}
