import type { Tree } from "@squire/session";
import type { RewindWhat } from "./marker.ts";
import type { Moment, Story } from "./story.ts";

export type RewindTarget =
  /** Before this turn began. */
  | { readonly type: "turn"; readonly turn: number }
  /** Before the last so many turns. */
  | { readonly type: "last"; readonly turns: number }
  /** Before the turn an entry belongs to, or before the rewind it stands for; its beginning will do. */
  | { readonly type: "entry"; readonly entryId: string }
  /** Before the last rewind that was not undone yet. */
  | { readonly type: "undo" };

export type Found = {
  readonly moment: Moment;
  readonly what: RewindWhat;
  readonly to:
    | { readonly type: "turn"; readonly turn: number; readonly entryId: string }
    | { readonly type: "rewind"; readonly entryId: string };
};

export type NotFound = { readonly refused: { readonly message: string; readonly advice: string } };

/** Pure. */
export function findMoment(tree: Tree, story: Story, target: RewindTarget): Found | NotFound {
  switch (target.type) {
    case "turn":
      return turnAt(story, target.turn);
    case "last":
      return lastTurns(story, target.turns);
    case "entry":
      return momentOf(tree, story, target.entryId);
    case "undo": {
      const last = story.rewinds.findLast(({ undone, undoes }) => !undone && undoes === undefined);
      return last === undefined
        ? refused("There is no rewind to undo in this session.", LIST)
        : beforeRewind(story, last.entryId);
    }
  }
}

const LIST = "squire rewind --list shows what there is to go back to.";

function refused(message: string, advice: string): NotFound {
  return { refused: { message, advice } };
}

function turnAt({ turns }: Story, wanted: number): Found | NotFound {
  const moment = turns.find(({ turn }) => turn === wanted);
  if (moment === undefined) return noTurn(turns.length, `There is no turn ${wanted}`);
  const { turn, entryId } = moment;
  return { moment, what: "both", to: { type: "turn", turn, entryId } };
}

function lastTurns(story: Story, count: number): Found | NotFound {
  const { length } = story.turns;
  if (count > length) return noTurn(length, `There are no ${count} turns to take back`);
  return turnAt(story, length - count + 1);
}

function noTurn(count: number, what: string): NotFound {
  const there = count === 0 ? "it has none" : count === 1 ? "it has one" : `it has ${count}`;
  return refused(`${what} in this session: ${there}.`, LIST);
}

function momentOf(tree: Tree, story: Story, key: string): Found | NotFound {
  const branch = tree.branch().map(({ id }) => id);
  const rewinds = story.rewinds.map(({ entryId }) => entryId);
  const all = new Set([...branch, ...rewinds]);
  const begun = key === "" ? [] : [...all].filter((id) => id.startsWith(key));
  const [id, ...others] = all.has(key) ? [key] : begun;
  if (id === undefined) {
    const where = tree.get(key) === undefined ? "this session" : "the active branch";
    return refused(`There is no entry ${JSON.stringify(key)} in ${where}.`, LIST);
  }
  if (others.length > 0) {
    return refused(`${JSON.stringify(key)} may mean several entries.`, "Give more of the id.");
  }
  if (rewinds.includes(id)) return beforeRewind(story, id);
  const before = new Set(branch.slice(0, branch.indexOf(id) + 1));
  const turn = story.turns.findLast(({ entryId }) => before.has(entryId));
  if (turn !== undefined) return turnAt(story, turn.turn);
  return refused(`The entry ${id} came before the first turn.`, LIST);
}

function beforeRewind(story: Story, entryId: string): Found | NotFound {
  const moment = story.rewinds.find((rewind) => rewind.entryId === entryId);
  if (moment === undefined) return refused(`There is no rewind ${entryId}.`, LIST);
  return { moment, what: moment.what, to: { type: "rewind", entryId } };
}
