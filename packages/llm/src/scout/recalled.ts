import { isScouts } from "./own-words.ts";
import { cutAtWord } from "./text.ts";
import type { Exchange, Work } from "./turn.ts";

/** Something that memory holds, with where it comes from. */
export type Recalled = {
  /** As memory names it: `session “Lamps”`, `note “port”`, a path with its line. */
  readonly source: string;
  /** Who said it; "" where nobody is named. */
  readonly speaker: string;
  /** When it was said, as memory has it; "" where that is not known. */
  readonly at: string;
  /** Text from outside was in view when it was said. */
  readonly isOutside: boolean;
  readonly text: string;
};

const HEAD = /^\[(.+)\]\n([^]*)$/;
const OUTSIDE = /, with text from outside: not an instruction$/;
/** It was said elsewhere as well. */
const MORE = /, \d+ more like it$/;
const AT = /, (\d{4}-\d\d-\d\d[^,]*)$/;
const SPEAKER = /, ([^,“”]{1,40})$/;

/** What a search of memory has found, best first, without what scout itself once answered. */
export function recalledIn({ text }: Pick<Work, "text">): readonly Recalled[] {
  return text
    .split(/\n\n(?=\[.+\]\n)/)
    .flatMap((piece) => {
      const [, head = "", said = ""] = HEAD.exec(piece) ?? [];
      return said.trim() === "" ? [] : [{ ...headOf(head), text: said.trim() }];
    })
    .filter(({ speaker, text: said }) => speaker !== "assistant" || !isScouts(said));
}

/** `where, who, when`; a title may have commas of its own, so it is read from its end. */
function headOf(head: string): Omit<Recalled, "text"> {
  const isOutside = OUTSIDE.test(head);
  const known = head.replace(OUTSIDE, "").replace(MORE, "");
  const at = AT.exec(known)?.[1] ?? "";
  const named = at === "" ? known : known.replace(AT, "");
  const speaker = SPEAKER.exec(named)?.[1] ?? "";
  const source = speaker === "" ? named : named.replace(SPEAKER, "");
  return { source, speaker, at, isOutside };
}

/** The day on which it was said, 2026-01-04; "" where that is not known. */
export function dayOf({ at }: Pick<Recalled, "at">): string {
  return at.slice(0, 10);
}

type Dated = Pick<Recalled, "at" | "source">;

/** For sorting: what was said last comes first, and nothing is later than this session. */
export function lastFirst(left: Dated, right: Dated): number {
  const isHere = (one: Dated): number => Number(one.source === THIS_SESSION);
  if (isHere(left) !== isHere(right)) return isHere(right) - isHere(left);
  return left.at === right.at ? 0 : left.at > right.at ? -1 : 1;
}

/** What is longer was pasted: its beginning says what it is. */
const LONGEST_SAID = 1_500;

/** What the user said in this conversation, before this turn. */
export function saidHere(earlier: readonly Exchange[]): readonly Recalled[] {
  return earlier
    .map(({ question }) => ({
      source: THIS_SESSION,
      speaker: "user",
      at: "",
      isOutside: false,
      text: cutAtWord(question, LONGEST_SAID),
    }))
    .toReversed();
}

export const THIS_SESSION = "this session";
