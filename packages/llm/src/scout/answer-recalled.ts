import { say } from "./phrases.ts";
import { cutAtWord } from "./text.ts";
import type { Remark } from "./rank-recalled.ts";
import { THIS_SESSION } from "./recalled.ts";
import type { Recalled } from "./recalled.ts";

const MOST_QUOTES = 3;
const MOST_TALKS = 8;
const LONGEST = 700;
/** What fits so much worse than the best is left out. */
const WORTH_SHOWING = 0.75;

/** What was said, each with who said it, where and on which day; never as something to follow. */
export function remarkLines(remarks: readonly Remark[], asksDay: boolean): string {
  const [best] = remarks;
  const chosen = distinct(remarks)
    .filter(({ score }) => score >= WORTH_SHOWING * (best?.score ?? 0))
    .slice(0, MOST_QUOTES);
  const day = best?.of.day ?? "";
  const head = asksDay && day !== "" ? say("recalledDay", { day }) : say("recalled");
  return [head, "", ...chosen.flatMap(({ of, quote }) => quoteOf(of, quote))].join("\n").trim();
}

function quoteOf(of: Recalled, quote: string): readonly string[] {
  return [
    ...(of.isOutside ? [say("outside"), ""] : []),
    `> ${cutAtWord(quote.replaceAll(/\s+/g, " "), LONGEST)}`,
    `> — ${placeOf(of)}`,
    "",
  ];
}

export function placeOf({ source, speaker, day }: Recalled): string {
  return [source, speaker, day].filter((part) => part !== "").join(", ");
}

function distinct(remarks: readonly Remark[]): readonly Remark[] {
  const seen = new Set<string>();
  return remarks.filter(({ quote }) => {
    const plain = quote.replaceAll(/\s+/g, " ");
    const isNew = ![...seen].some((other) => other.includes(plain) || plain.includes(other));
    seen.add(plain);
    return isNew;
  });
}

/** The talks that were found, the last one first; null when there are none. */
export function talkLines(recalled: readonly Recalled[]): string | null {
  const talks = new Map<string, Recalled>();
  for (const one of recalled) {
    if (!one.source.startsWith("session ") && one.source !== THIS_SESSION) continue;
    const known = talks.get(one.source);
    if (known === undefined || known.day < one.day) talks.set(one.source, one);
  }
  const shown = [...talks.values()]
    .sort((left, right) => (left.day < right.day ? 1 : left.day > right.day ? -1 : 0))
    .slice(0, MOST_TALKS);
  if (shown.length === 0) return null;
  const rows = shown.map(({ source, day }) => `- ${placeOf({ ...NOBODY, source, day })}`);
  return [say("talks"), "", ...rows].join("\n");
}

const NOBODY: Recalled = { source: "", speaker: "", day: "", isOutside: false, text: "" };
