import { namesIn } from "@squire/ranking";
import type { Ask } from "./ask.ts";
import { look } from "./decision.ts";
import type { Decision } from "./decision.ts";
import type { Findings } from "./findings.ts";
import { list } from "./locate.ts";
import { isProse } from "./passage.ts";
import { rankPassages } from "./passage-ranking.ts";
import { say } from "./phrases.ts";
import { escapePattern } from "./text.ts";
import { argOf } from "./turn.ts";
import type { Turn } from "./turn.ts";

const MOST_NAMES = 3;
const MOST_LINES = 60;

/**
 * Names in what answers the first part, which a part that goes on may be about: where one stays is
 * the name of a hotel, and what it costs stands beside that name in another text.
 */
export function bridgeNames(
  ask: Ask,
  { passages, table }: Omit<Findings, "bridges">,
): readonly string[] {
  const [first] = ask.parts;
  if (first === undefined || !ask.parts.some(({ goesOn }) => goesOn)) return [];
  const [best] = rankPassages(passages, first, ask, table);
  if (best === undefined || !isProse(best.passage.path)) return [];
  const asked = ask.text.toLowerCase();
  const names = namesIn(best.passage.quote).filter((name) => !asked.includes(name.toLowerCase()));
  return names.filter((name) => name.length > 2).slice(0, MOST_NAMES);
}

/** A look for these names in all files; null when there are none, or it was done. */
export function followNames(
  names: readonly string[],
  { work }: Turn,
  offered: ReadonlySet<string>,
): Decision | null {
  if (names.length === 0 || !offered.has("grep")) return null;
  const pattern = names.map(escapePattern).join("|");
  if (work.some((one) => one.name === "grep" && argOf(one, "pattern") === pattern)) return null;
  return look(say("following", { words: list(names) }), [
    { name: "grep", args: { pattern, limit: MOST_LINES } },
  ]);
}
