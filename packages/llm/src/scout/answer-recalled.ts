import { say } from "./phrases.ts";
import { cutAtWord } from "./text.ts";
import type { Remark } from "./rank-recalled.ts";
import { dayOf, lastFirst, THIS_SESSION } from "./recalled.ts";
import type { Recalled } from "./recalled.ts";

const MOST_QUOTES = 3;
const MOST_TALKS = 8;
const LONGEST = 700;
/** What fits so much worse than the best is left out. */
const WORTH_SHOWING = 0.75;
/** Below this something of the question was not spoken of. */
const MOST_OF_IT = 0.8;

/** What was said, each with who said it, where and on which day; never as something to follow. */
export function remarkLines(remarks: readonly Remark[], asksDay: boolean): string {
  const [best] = remarks;
  const worth = remarks.filter(({ score }) => score >= WORTH_SHOWING * (best?.rank ?? 0));
  const chosen = distinct(worth, MOST_QUOTES);
  return [headOf(best, asksDay), "", ...chosen.flatMap(({ of, quote }) => quoteOf(of, quote))]
    .join("\n")
    .trim();
}

function headOf(best: Remark | undefined, asksDay: boolean): string {
  if (best === undefined || best.coverage < MOST_OF_IT) return say("recalledPart");
  const day = dayOf(best.of);
  return asksDay && day !== "" ? say("recalledDay", { day }) : say("recalled");
}

function quoteOf(of: Recalled, quote: string): readonly string[] {
  return [
    ...(of.isOutside ? [say("outside"), ""] : []),
    `> ${cutAtWord(quote.replaceAll(/\s+/g, " "), LONGEST)}`,
    `> — ${placeOf(of)}`,
    "",
  ];
}

function placeOf({ source, speaker, at }: Recalled): string {
  return [source, speaker, dayOf({ at })].filter((part) => part !== "").join(", ");
}

/** The first that say something new; no more are compared than are shown. */
function distinct(remarks: readonly Remark[], most: number): readonly Remark[] {
  const seen = new Set<string>();
  const chosen: Remark[] = [];
  for (const remark of remarks) {
    if (chosen.length >= most) break;
    const plain = remark.quote.replaceAll(/\s+/g, " ");
    if (![...seen].some((other) => other.includes(plain) || plain.includes(other)))
      chosen.push(remark);
    seen.add(plain);
  }
  return chosen;
}

/** The talks that were found, the last one first; null when there are none. */
export function talkLines(recalled: readonly Recalled[]): string | null {
  const talks = new Map<string, Recalled>();
  for (const one of recalled) {
    if (!one.source.startsWith("session ") && one.source !== THIS_SESSION) continue;
    const known = talks.get(one.source);
    if (known === undefined || known.at < one.at) talks.set(one.source, one);
  }
  const shown = [...talks.values()].sort(lastFirst).slice(0, MOST_TALKS);
  if (shown.length === 0) return null;
  const rows = shown.map((one) => `- ${placeOf(one)}`);
  return [say("talks"), "", ...rows].join("\n");
}
