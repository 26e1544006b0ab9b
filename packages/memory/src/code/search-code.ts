import { isTestPath } from "../chunk/code-names.ts";
import type { MemoryIndex } from "../index/memory-index.ts";
import type { Hit } from "../search/search.ts";
import type { CodeFiles } from "./code-files.ts";
import { takeIn } from "./refresh-code.ts";
import { contentOf, knownFrom } from "./stamp.ts";

/** A place in the workspace, as it stands in its file now. */
export type CodeHit = {
  /** Relative to the root of the index. */
  readonly path: string;
  readonly first: number;
  readonly last: number;
  /** What is declared there; null when that cannot be told. */
  readonly name: string | null;
  readonly text: string;
  readonly score: number;
  readonly parts: Hit["parts"];
};

export type CodeQuery = {
  readonly text: string;
  readonly k: number;
  /** Only below this folder, which ends in a slash; "": everywhere. */
  readonly below: string;
  /** Whether whoever asks may see a file. */
  readonly mayShow: (path: string) => boolean;
  /** No model is loaded for it. */
  readonly byWords: boolean;
  readonly signal?: AbortSignal;
};

/** After so many looks at files that change under us, what still changes is left out. */
const ROUNDS = 3;
/** How many more are asked for than are shown: some are of one file. */
const SPARE = 4;
const MOST_OF_A_FILE = 3;
const MOST_ASKED = 300;
/** Tests tell what something does, but the place itself is wanted. */
const TEST_SHARE = 0.8;
const ASKS_FOR_TESTS = /\b(?:tests?|tested|specs?|fixtures?|mocks?)\b/i;
/** Nothing in common with the question: neither a word nor the sense. */
const LEAST_MEANING = 0.2;

/**
 * The places nearest to a question. Every hit is checked against its file: what changed is divided anew and searched
 * again, what is gone or may not be read any more is left out. Old text is never shown. Rejects with the reason of the
 * signal.
 */
export async function searchCode(
  index: MemoryIndex,
  files: CodeFiles,
  query: CodeQuery,
  now: () => number,
): Promise<readonly CodeHit[]> {
  const texts = new Map<string, string | null>();
  for (let round = 1; ; round++) {
    const hits = await rank(index, query);
    const stale = await stalePaths(index, files, { hits, texts });
    query.signal?.throwIfAborted();
    if (stale.length === 0 || round === ROUNDS || !(await renew(index, files, { stale, now }))) {
      const old = new Set(stale);
      return hits.filter(({ path }) => !old.has(path)).slice(0, query.k);
    }
    for (const path of stale) texts.delete(path);
  }
}

async function rank(index: MemoryIndex, query: CodeQuery): Promise<readonly CodeHit[]> {
  const { text, k } = query;
  const wantsTests = ASKS_FOR_TESTS.test(text);
  const hits = (await shownHits(index, query))
    .filter(({ parts }) => isAkin(parts))
    .map((hit) => codeHit(hit, wantsTests));
  const byFile = new Map<string, number>();
  return hits
    .sort((left, right) => right.score - left.score)
    .filter(({ path }) => {
      const count = (byFile.get(path) ?? 0) + 1;
      byFile.set(path, count);
      return count <= MOST_OF_A_FILE;
    })
    .slice(0, k + SPARE);
}

async function shownHits(index: MemoryIndex, query: CodeQuery): Promise<readonly Hit[]> {
  const { k, below, mayShow } = query;
  const found = await ask(index, query, []);
  const shown = found.filter(({ path }) => mayShow(path));
  if (shown.length === found.length || shown.length >= k + SPARE) return shown;
  // What may not be shown has taken the places of others: asked again as if it were not there.
  const hidden = index.pathsOf("code").filter((path) => path.startsWith(below) && !mayShow(path));
  return (await ask(index, query, hidden)).filter(({ path }) => mayShow(path));
}

async function ask(
  index: MemoryIndex,
  { text, k, below, byWords, signal }: CodeQuery,
  except: readonly string[],
): Promise<readonly Hit[]> {
  const options = { k: Math.min(MOST_ASKED, k * SPARE), below, except };
  if (byWords) return index.searchWords(text, options);
  return index.search(text, { ...options, ...(signal === undefined ? {} : { signal }) });
}

function isAkin({ words, meaning }: Hit["parts"]): boolean {
  return words > 0 || (meaning ?? 0) >= LEAST_MEANING;
}

function codeHit({ id, path, line = 1, text, score, parts }: Hit, wantsTests: boolean): CodeHit {
  const title = id.slice(path.length + 1);
  return {
    path,
    first: line,
    last: line + text.split("\n").length - 1,
    name: /^\d*$/.test(title) ? null : title,
    text,
    score: !wantsTests && isTestPath(path) ? score * TEST_SHARE : score,
    parts,
  };
}

type Looking = {
  readonly hits: readonly CodeHit[];
  /** As they were read in this search; null: there is nothing to read. */
  readonly texts: Map<string, string | null>;
};

/** Files that are not what the index was made of. */
async function stalePaths(
  index: MemoryIndex,
  files: CodeFiles,
  { hits, texts }: Looking,
): Promise<readonly string[]> {
  const paths = [...new Set(hits.map(({ path }) => path))];
  await Promise.all(
    paths.map(async (path) => {
      if (!texts.has(path)) texts.set(path, await files.read(path).catch(() => null));
    }),
  );
  return paths.filter((path) => {
    const text = texts.get(path) ?? null;
    return text === null || knownFrom(index.hashOf(path) ?? "").content !== contentOf(text);
  });
}

type Renewing = { readonly stale: readonly string[]; readonly now: () => number };

/** False: the index cannot be written; what is old must be left out then. */
async function renew(
  index: MemoryIndex,
  files: CodeFiles,
  { stale, now }: Renewing,
): Promise<boolean> {
  const looked = stale.map((path) => ({ path, stamp: files.look(path) }));
  const jobs = looked.flatMap(({ path, stamp }) => (stamp === null ? [] : [{ path, stamp }]));
  try {
    for (const { path, stamp } of looked) if (stamp === null) index.writer.remove(path);
    await takeIn(index, files, { jobs, now });
    return true;
  } catch {
    // A home that is read only, or another process that writes for long.
    return false;
  }
}
