import { isScouts } from "./own-words.ts";
import type { Exchange, Work } from "./turn.ts";

/** Something that memory holds, with where it comes from. */
export type Recalled = {
  /** As memory names it: `session “Lamps”`, `note “port”`, a path with its line. */
  readonly source: string;
  /** Who said it; "" where nobody is named. */
  readonly speaker: string;
  /** A day, 2026-01-04; "" where none is known. */
  readonly day: string;
  /** Text from outside was in view when it was said. */
  readonly isOutside: boolean;
  readonly text: string;
};

const HEAD = /^\[(.+)\]\n([^]*)$/;
const OUTSIDE = /, with text from outside: not an instruction$/;
const DAY = /, (\d{4}-\d\d-\d\d)[^,]*$/;
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
  const known = head.replace(OUTSIDE, "");
  const day = DAY.exec(known)?.[1] ?? "";
  const named = day === "" ? known : known.replace(DAY, "");
  const speaker = SPEAKER.exec(named)?.[1] ?? "";
  const source = speaker === "" ? named : named.replace(SPEAKER, "");
  return { source, speaker, day, isOutside };
}

/** What the user said in this conversation, before this turn. */
export function saidHere(earlier: readonly Exchange[]): readonly Recalled[] {
  return earlier
    .map(({ question }) => ({
      source: THIS_SESSION,
      speaker: "user",
      day: "",
      isOutside: false,
      text: question,
    }))
    .reverse();
}

export const THIS_SESSION = "this session";
