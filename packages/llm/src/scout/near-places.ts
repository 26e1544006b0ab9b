import type { Ask } from "./ask.ts";
import type { WantedCall } from "./decision.ts";
import { filesSeen } from "./outcomes.ts";
import { argOf } from "./turn.ts";
import type { Work } from "./turn.ts";

/** A place that the index of the workspace has named, the nearest one first. */
export type NearPlace = { readonly path: string; readonly first: number; readonly last: number };

const TOOL = "semantic_search";
const HITS = 10;
const MOST_FILES = 4;
/** So many lines are read above and below a place of a long file. */
const AROUND = 30;
const HEAD = /^(\S.*?):(\d+)-(\d+)(?: {2}.*)?$/;

/** A search by meaning for whoever wants to find or understand something; null for all others, and when it was done. */
export function nearSearch(
  { text, parts }: Ask,
  work: readonly Work[],
  offered: ReadonlySet<string>,
): WantedCall | null {
  const isFit = parts.some(({ kind }) => kind === "find" || kind === "explain");
  if (!isFit || !offered.has(TOOL) || work.some(({ name }) => name === TOOL)) return null;
  return { name: TOOL, args: { query: text, k: HITS } };
}

export function nearPlaces(work: readonly Work[]): readonly NearPlace[] {
  return work
    .filter(({ name, failed }) => name === TOOL && !failed)
    .flatMap(({ text }) => text.split("\n\n"))
    .flatMap((block) => {
      const [, path = "", first = "", last = ""] = HEAD.exec(block.split("\n", 1)[0] ?? "") ?? [];
      return path === "" ? [] : [{ path, first: Number(first), last: Number(last) }];
    });
}

/** The files of these places, the nearest first. */
export function nearPaths(work: readonly Work[]): readonly string[] {
  return [...new Set(nearPlaces(work).map(({ path }) => path))].slice(0, MOST_FILES);
}

/** Looks at places of files that were too long to be read that far. */
export function readAround(work: readonly Work[]): readonly WantedCall[] {
  const seen = new Map(filesSeen(work).map(({ path, lines }) => [path, lines]));
  const isSeen = ({ path, first }: NearPlace): boolean =>
    seen.get(path)?.some(({ n }) => n === first) ?? true;
  const calls = nearPlaces(work)
    .filter((place) => !isSeen(place))
    .map(({ path, first, last }) => ({
      name: "read",
      args: {
        path,
        offset: Math.max(1, first - AROUND),
        limit: last - first + 1 + 2 * AROUND,
      },
    }));
  return calls.filter(({ args }) => !work.some((one) => isSame(one, args))).slice(0, MOST_FILES);
}

function isSame(one: Work, { path, offset }: { readonly path: string; readonly offset: number }) {
  return one.name === "read" && argOf(one, "path") === path && one.args["offset"] === offset;
}

/** How much more a piece is worth that the index has named. */
const NEAREST = 0.45;

export function nearFit(
  {
    path,
    line,
    lastLine,
  }: { readonly path: string; readonly line: number; readonly lastLine: number },
  places: readonly NearPlace[],
): number {
  const at = places.findIndex(
    (place) => place.path === path && place.first <= lastLine && line <= place.last,
  );
  return at === -1 ? 1 : 1 + NEAREST * (1 - at / places.length);
}
