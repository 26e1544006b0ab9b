import { findRecord } from "@squire/session/snapshots";
import type { RewindWhat } from "./marker.ts";
import type { RewindSite } from "./site.ts";
import { readStory, type Story, type StoryTurn } from "./story.ts";

/** A turn that a session can be taken back to: to the moment before the user said it. */
export type RewindTurn = {
  readonly turn: number;
  readonly entryId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The first line of what the user said. */
  readonly text: string;
  /** What the turn changed. */
  readonly paths: readonly string[];
  readonly snapshotIds: readonly string[];
  /**
   * `cut_off`: the turn died, and `paths` may not be all; `gone`: its snapshots are past the time
   * they are kept, or damaged, so that files cannot be put back.
   */
  readonly files: "kept" | "cut_off" | "gone" | "unchanged";
};

/** An earlier rewind; going back to it undoes it. */
export type RewindPoint = {
  readonly entryId: string;
  readonly at: number;
  readonly what: RewindWhat;
  readonly undone: boolean;
  /** The rewind that this one took back. */
  readonly undoes?: string;
};

export type RewindPoints = {
  readonly turns: readonly RewindTurn[];
  readonly rewinds: readonly RewindPoint[];
};

/** Where a session can be taken back to, oldest first (SES-21). Changes nothing. */
export async function rewindPoints(site: RewindSite): Promise<RewindPoints> {
  const story = await readStory(site);
  const turns = await Promise.all(story.turns.map((turn) => describe(site, story, turn)));
  const rewinds = story.rewinds.map(({ line: _line, leafId: _leaf, ...point }) => point);
  return { turns, rewinds };
}

async function describe(
  { store }: RewindSite,
  story: Story,
  { turn, entryId, at, text, snapshotIds }: StoryTurn,
): Promise<RewindTurn> {
  const paths = new Set<string>();
  let [gone, cutOff] = [false, false];
  for (const id of snapshotIds) {
    const record = await findRecord(store, id);
    const lost = "kind" in record;
    // The log names at least what the first call changed.
    const named = story.snapshots.find(({ snapshotId }) => snapshotId === id)?.paths ?? [];
    for (const path of lost ? named : record.touched.map((one) => one.path)) paths.add(path);
    gone ||= lost;
    cutOff ||= !lost && record.pending;
  }
  const kept = cutOff ? "cut_off" : paths.size > 0 ? "kept" : "unchanged";
  const files = gone ? "gone" : kept;
  return { turn, entryId, at, text: firstLine(text), paths: [...paths], snapshotIds, files };
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
