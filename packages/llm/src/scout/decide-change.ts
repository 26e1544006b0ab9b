import type { Change } from "./change-request.ts";
import { answer, look } from "./decision.ts";
import type { Decision, WantedCall } from "./decision.ts";
import { namePattern } from "./locate.ts";
import { matchesIn } from "./outcomes.ts";
import type { Match } from "./outcomes.ts";
import { say } from "./phrases.ts";
import { argOf } from "./turn.ts";
import type { Turn, Work } from "./turn.ts";

type Swap = Extract<Change, { type: "rename" | "replace" }>;

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

function patternOf({ type, from }: Swap): string {
  return type === "rename"
    ? namePattern(from)
    : from.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Find, change file by file, and look again whether anything is left. */
function decideSwap(change: Swap, { work }: Turn): Decision {
  const { from, to, within } = change;
  const pattern = patternOf(change);
  const search: WantedCall = {
    name: "grep",
    args: { pattern, limit: MOST_MATCHES, ...(within === null ? {} : { path: within }) },
  };
  const searches = work.filter((one) => one.name === "grep" && argOf(one, "pattern") === pattern);
  const [first, after] = searches;
  if (first === undefined) return look(say("looking", { words: from }), [search]);
  if (first.failed)
    return answer(say("notChanged", { path: within ?? from, reason: firstLine(first) }));
  const byFile = Map.groupBy(
    matchesIn(first.text).filter(({ isMatch }) => isMatch),
    ({ path }) => path,
  );
  if (byFile.size === 0) return answer(say("nothingToChange", { from }));
  if (byFile.size > MOST_FILES) return answer(say("tooMany", { from, files: byFile.size }));
  const edits = work.filter(({ name }) => name === "multi_edit");
  if (edits.length === 0) {
    const calls = [...byFile].map(([path, matches]) => editOf(path, matches, change));
    return look(say("changing", { from, to, files: byFile.size }), calls);
  }
  if (after === undefined) return look(say("checking", { from }), [search]);
  return answer(told(change, byFile, edits));
}

/** Whole lines, each as often as it stands there: parts of longer names stay as they are. */
function editOf(path: string, matches: readonly Match[], change: Swap): WantedCall {
  const lines = [...new Set(matches.map(({ text }) => text))];
  // A line that is part of another would be found twice: the longer one goes first.
  lines.sort((left, right) => right.length - left.length);
  const edits = lines.map((line) => ({ search: line, replace: swapped(line, change), all: true }));
  return { name: "multi_edit", args: { path, edits } };
}

function swapped(line: string, change: Swap): string {
  return line.replaceAll(new RegExp(patternOf(change), "gu"), () => change.to);
}

function told(
  change: Swap,
  byFile: ReadonlyMap<string, readonly Match[]>,
  edits: readonly Work[],
): string {
  const failed = edits.filter((one) => one.failed);
  const changed = edits.filter((one) => !one.failed).map((one) => argOf(one, "path"));
  const matches = changed.flatMap((path) => byFile.get(path) ?? []);
  const done = say(change.type === "rename" ? "rename" : "replaced", {
    from: change.from,
    to: change.to,
    count: matches.length,
    files: changed.length,
  });
  return [
    ...(changed.length > 0 ? [done, ""] : []),
    ...matches.slice(0, SHOWN).map(({ path, n }) => `- ${path}:${n}`),
    ...failed.map((one) => say("notChanged", { path: argOf(one, "path"), reason: firstLine(one) })),
  ].join("\n");
}

function firstLine({ text }: Work): string {
  return text.split("\n", 1)[0] ?? "";
}
