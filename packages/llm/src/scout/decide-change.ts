import type { Change } from "./change-request.ts";
import { answer, look } from "./decision.ts";
import type { Decision, WantedCall } from "./decision.ts";
import { matchesIn } from "./outcomes.ts";
import type { Match } from "./outcomes.ts";
import { say } from "./phrases.ts";
import { editOf, leftIn, meantIn, plainPattern } from "./swap-edits.ts";
import type { Swap } from "./swap-edits.ts";
import { argOf } from "./turn.ts";
import type { Turn, Work } from "./turn.ts";

const MOST_FILES = 30;
const MOST_MATCHES = 1000;
const SHOWN = 20;

/** Mechanical changes, through the tools and the gate like anybody's; null for those that need understanding. */
export function decideChange(
  change: Change,
  turn: Turn,
  offered: ReadonlySet<string>,
): Decision | null {
  switch (change.type) {
    case "beyond":
      return null;
    case "move":
      return offered.has("move") ? decideMove(change, turn) : null;
    case "rename":
    case "replace":
      return offered.has("grep") && offered.has("multi_edit") ? decideSwap(change, turn) : null;
  }
}

function decideMove({ from, to }: Extract<Change, { type: "move" }>, { work }: Turn): Decision {
  const done = work.find(({ name }) => name === "move");
  if (done === undefined)
    return look(say("moving", { from, to }), [{ name: "move", args: { from, to } }]);
  return answer(
    done.failed
      ? say("notChanged", { path: from, reason: firstLine(done) })
      : say("moved", { from, to }),
  );
}

/** Find, change file by file, and look again whether anything is left. */
function decideSwap(change: Swap, { work }: Turn): Decision {
  const { from, to, within } = change;
  const pattern = plainPattern(change);
  const search: WantedCall = {
    name: "grep",
    args: { pattern, limit: MOST_MATCHES, ...(within === null ? {} : { path: within }) },
  };
  const searches = work.filter((one) => one.name === "grep" && argOf(one, "pattern") === pattern);
  const [first, after] = searches;
  if (first === undefined) return look(say("looking", { words: from }), [search]);
  if (first.failed)
    return answer(say("notChanged", { path: within ?? from, reason: firstLine(first) }));
  const byFile = filesOf(first, change);
  if (byFile.size === 0) return answer(say("nothingToChange", { from }));
  if (byFile.size > MOST_FILES) return answer(say("tooMany", { from, files: byFile.size }));
  if (isCut(first)) return answer(say("notAll", { from }));
  const calls = [...byFile].flatMap(([path, lines]) => editOf(path, lines, change) ?? []);
  const edits = work.filter(({ name }) => name === "multi_edit");
  if (calls.length > 0 && edits.length === 0)
    return look(say("changing", { from, to, files: calls.length }), calls);
  if (calls.length > 0 && after === undefined) return look(say("checking", { from }), [search]);
  return answer(told({ change, byFile, edits, after: after ?? null }));
}

/** The files in which it is meant, each with all lines in which it stands. */
function filesOf({ text }: Work, change: Swap): ReadonlyMap<string, readonly Match[]> {
  const lines = matchesIn(text).filter(({ isMatch }) => isMatch);
  const byFile = Map.groupBy(lines, ({ path }) => path);
  return new Map([...byFile].filter(([, own]) => meantIn(own, change).length > 0));
}

/** Whether the search has shown only a part of what it has found. */
function isCut({ text }: Work): boolean {
  return /^\(.*\bnarrow\b.*\)$/m.test(text);
}

type Done = {
  readonly change: Swap;
  readonly byFile: ReadonlyMap<string, readonly Match[]>;
  readonly edits: readonly Work[];
  /** The second look. */
  readonly after: Work | null;
};

function told({ change, byFile, edits, after }: Done): string {
  const { from, to } = change;
  const failed = edits.filter((one) => one.failed);
  const changed = edits.filter((one) => !one.failed).map((one) => argOf(one, "path"));
  const matches = changed.flatMap((path) => meantIn(byFile.get(path) ?? [], change));
  const unsure = [...byFile].filter(([path, lines]) => editOf(path, lines, change) === null);
  const done = say(change.type === "rename" ? "rename" : "replaced", {
    from,
    to,
    count: matches.length,
    files: changed.length,
  });
  return [
    ...(changed.length > 0 ? [done, ""] : []),
    ...placesOf(matches),
    ...failed.map((one) => say("notChanged", { path: argOf(one, "path"), reason: firstLine(one) })),
    ...unsure.map(([path]) => say("notChanged", { path, reason: say("inLonger") })),
    ...whatIsLeft(change, after),
  ].join("\n");
}

function whatIsLeft(change: Swap, after: Work | null): readonly string[] {
  if (after === null) return [];
  const { from } = change;
  if (after.failed) return ["", say("notChecked", { from, reason: firstLine(after) })];
  const left = leftIn(
    matchesIn(after.text).filter(({ isMatch }) => isMatch),
    change,
  );
  return left.length === 0
    ? []
    : ["", say("left", { from, count: left.length }), ...placesOf(left)];
}

function placesOf(matches: readonly Match[]): readonly string[] {
  return matches.slice(0, SHOWN).map(({ path, n }) => `- ${path}:${n}`);
}

function firstLine({ text }: Work): string {
  return text.split("\n", 1)[0] ?? "";
}
