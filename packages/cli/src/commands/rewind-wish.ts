import type { RewindTarget, RewindWhat } from "@squire/host/rewind";
import type { Invocation } from "../args.ts";

type Flags = Invocation<"rewind">["flags"];

/** What the flags ask for; `to` null = somebody has to be asked. */
export type Wish = { readonly to: RewindTarget | null; readonly what?: RewindWhat };

/** Pure. A text says what is wrong with the flags. */
export function readWish(flags: Flags): Wish | string {
  const targets = [flags.to, flags.last].filter((value) => value !== undefined).length;
  if (targets + Number(flags.undo) > 1) return "Use one of --to, --last and --undo.";
  const whats = [flags.code, flags.conversation, flags.both].filter(Boolean).length;
  if (whats > 1) return "Use one of --code, --conversation and --both.";
  const to = readTarget(flags);
  if (typeof to === "string") return to;
  const what = flags.code ? "code" : flags.conversation ? "conversation" : "both";
  return { to, ...(whats === 0 ? {} : { what }) };
}

function readTarget({ to, last, undo }: Flags): RewindTarget | null | string {
  if (undo) return { type: "undo" };
  if (last !== undefined) {
    const turns = readCount(last);
    return turns === null
      ? `--last takes a number from 1, not "${last}".`
      : { type: "last", turns };
  }
  return to === undefined ? null : targetOf(to);
}

/** A number is a turn; ids of entries are longer. */
export function targetOf(text: string): RewindTarget {
  const turn = readCount(text);
  return turn === null ? { type: "entry", entryId: text } : { type: "turn", turn };
}

function readCount(text: string): number | null {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}
