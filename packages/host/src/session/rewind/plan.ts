import type { Conflict, Obstacle, RestorePlan, Uncovered } from "@squire/session/snapshots";
import { takesFiles, takesTalk, type RewindWhat } from "./marker.ts";
import { findMoment, type Found, type RewindTarget } from "./find-moment.ts";
import { planFiles, type PlacedPath } from "./plan-files.ts";
import type { RewindSite } from "./site.ts";
import { readStory } from "./story.ts";

export type RewindWish = {
  readonly to: RewindTarget;
  /** By default both; when an earlier rewind is undone, what that one took. */
  readonly what?: RewindWhat;
  /** Paths that stay as they are. */
  readonly keep?: readonly PlacedPath[];
};

/** What a rewind would do. Nothing has been touched yet. */
export type RewindPlan = {
  readonly kind: "plan";
  readonly what: RewindWhat;
  /** The turn before which everything stood as it will, the rewind that is undone, or changes. */
  readonly to: Found["to"] | { readonly type: "change" };
  /** The turns of the active branch that are taken back. */
  readonly turns: readonly number[];
  /** One for each folder that files change in; none when only the conversation goes back. */
  readonly files: readonly RestorePlan[];
  /** Where the conversation will end; absent when it stays. */
  readonly talk?: { readonly leafId: string | null };
};

export type RewindRefusal = {
  readonly kind: "refused";
  /** `not_found`: no such turn or entry; `files`: they cannot be brought back. */
  readonly code: "not_found" | "files";
  readonly message: string;
  readonly advice: string;
};

/** Works out what a rewind would do (SES-21). Changes nothing. */
export async function planRewind(
  site: RewindSite,
  wish: RewindWish,
): Promise<RewindPlan | RewindRefusal> {
  const story = await readStory(site);
  const found = findMoment(site.session.tree, story, wish.to);
  if ("refused" in found) return { kind: "refused", code: "not_found", ...found.refused };
  const { moment } = found;
  const what = wish.what ?? found.what;
  const keep = wish.keep ?? [];
  const files = takesFiles(what) ? await planFiles(site, story, moment.line, { keep }) : [];
  if ("kind" in files) return noFiles(files.message);
  const turns = story.turns.filter(({ line }) => line >= moment.line).map(({ turn }) => turn);
  const talk = takesTalk(what) ? { talk: { leafId: moment.leafId } } : {};
  return { kind: "plan", what, to: found.to, turns, files, ...talk };
}

function noFiles(message: string): RewindRefusal {
  const advice = "To take back only what was said: squire rewind --conversation.";
  return { kind: "refused", code: "files", message, advice };
}

/** What has to be asked before a plan is carried out, with the folder of each path. */
export type Doubts = {
  /** Changes of people or other programs, which would be overwritten. */
  readonly conflicts: readonly (Conflict & PlacedPath)[];
  /** What cannot be put back and stays as it is, other than as asked. */
  readonly obstacles: readonly (Obstacle & PlacedPath)[];
  /** Turns that came after the rewind which is undone. */
  readonly later: readonly number[];
};

export function doubtsOf({ to, turns, files }: RewindPlan): Doubts {
  const placed = <T extends { readonly path: string }>(list: (plan: RestorePlan) => readonly T[]) =>
    files.flatMap((plan) => list(plan).map((item) => ({ ...item, workspace: plan.workspace })));
  return {
    conflicts: placed(({ conflicts }) => conflicts),
    obstacles: placed(({ obstacles }) => obstacles.filter(({ reason }) => reason !== "left")),
    later: to.type === "rewind" ? turns : [],
  };
}

export function hasDoubts({ conflicts, obstacles, later }: Doubts): boolean {
  return conflicts.length + obstacles.length + later.length > 0;
}

export function uncoveredBy({ files }: RewindPlan): readonly Uncovered[] {
  return files.flatMap(({ uncovered }) => uncovered);
}
