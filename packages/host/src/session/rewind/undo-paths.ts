import { ifThere } from "@squire/session";
import { findRecord, isWithin, workspacePath } from "@squire/session/snapshots";
import type { SnapshotRecord } from "@squire/session/snapshots";
import { resolve } from "node:path";
import { planFiles, type PlacedPath } from "./plan-files.ts";
import type { RewindPlan, RewindRefusal } from "./plan.ts";
import type { RewindSite } from "./site.ts";
import { ANYTHING, changedBy, standingOf, type Standing } from "./standing.ts";
import { readStory, type Story } from "./story.ts";

/** `/undo [n]`: what the last n turns changed. `/undo <path>`: the last change of a file or folder. */
export type UndoWish = ({ readonly turns: number } | { readonly path: string }) & {
  /** The folder a relative path starts from. */
  readonly cwd: string;
  readonly keep?: readonly PlacedPath[];
};

/**
 * Plans to take back the last changes of files, whatever was said (EDIT-10). What has been taken
 * back already does not count, so that doing it again goes further back. To be carried out by
 * `rewind`; changes nothing itself.
 */
export async function undoPaths(
  site: RewindSite,
  wish: UndoWish,
): Promise<RewindPlan | RewindRefusal> {
  const story = await readStory(site);
  const records = await recordsOf(site, story);
  const standing = standingOf(records);
  const place = "path" in wish ? await placeOf(site, records, wish) : null;
  if (place === "outside") return refused("That path is not in a folder this session worked in.");
  const count = "turns" in wish ? wish.turns : 1;
  const chosen = lastStanding(records, standing, place).slice(-count);
  const line = story.snapshots.find(({ snapshotId }) => snapshotId === chosen[0]?.id)?.line;
  if (line === undefined) return refused("There is no change left to take back.");
  const only = place === null ? partOf(chosen, standing) : { only: [place] };
  const files = await planFiles(site, story, line, { ...only, keep: wish.keep ?? [] });
  if ("kind" in files) return { ...refused(files.message), code: "files" };
  const ids = new Set(chosen.map(({ id }) => id));
  const turns = story.turns.filter(({ snapshotIds }) => snapshotIds.some((id) => ids.has(id)));
  const numbers = turns.map(({ turn }) => turn);
  return { kind: "plan", what: "code", to: { type: "change" }, turns: numbers, files };
}

/** Those that are still there; older ones than they keep cannot be taken back anyway. */
async function recordsOf({ store }: RewindSite, story: Story): Promise<readonly SnapshotRecord[]> {
  const records: SnapshotRecord[] = [];
  for (const { snapshotId } of story.snapshots) {
    const record = await findRecord(store, snapshotId);
    if (!("kind" in record)) records.push(record);
  }
  return records;
}

/** Oldest first. */
function lastStanding(
  records: readonly SnapshotRecord[],
  standing: Standing,
  place: PlacedPath | null,
): readonly SnapshotRecord[] {
  return records.filter(({ id, workspace }) => {
    const paths = [...(standing.get(id) ?? [])];
    if (place === null) return paths.length > 0;
    const concerns = (path: string): boolean => path === ANYTHING || isWithin(path, place.path);
    return workspace === place.workspace && paths.some(concerns);
  });
}

/** Of turns that were taken back in part, only the rest: what went further back stays there. */
function partOf(
  chosen: readonly SnapshotRecord[],
  standing: Standing,
): { readonly only?: readonly PlacedPath[] } {
  const rest = chosen.map((record) => ({ record, paths: standing.get(record.id) ?? new Set() }));
  if (rest.every(({ record, paths }) => paths.size === changedBy(record).size)) return {};
  return {
    only: rest.flatMap(({ record: { workspace }, paths }) =>
      [...paths].map((path) => ({ workspace, path })),
    ),
  };
}

/** The folder the user stands in first, then those the session worked in last. */
async function placeOf(
  { store }: RewindSite,
  records: readonly SnapshotRecord[],
  { path, cwd }: { readonly path: string; readonly cwd: string },
): Promise<PlacedPath | "outside"> {
  const { disk } = store.ports;
  const here = (await ifThere(disk.realpath(cwd))) ?? cwd;
  const known = records.map(({ workspace }) => workspace).toReversed();
  const folders = new Set(known.includes(here) ? [here, ...known] : known);
  for (const workspace of folders) {
    const found = await workspacePath(disk, workspace, resolve(here, path));
    if (found !== null) return { workspace, path: found };
  }
  return "outside";
}

function refused(message: string): RewindRefusal {
  const advice = "squire rewind --list shows what each turn changed.";
  return { kind: "refused", code: "not_found", message, advice };
}
