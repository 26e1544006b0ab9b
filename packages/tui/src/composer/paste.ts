import type { Composer, Paste } from "./composer.ts";
import { insert } from "./edit.ts";

/** Longer texts would fill the screen; they stand as a mark and are sent whole (CMD-8). */
const LINES = 10;
const CHARACTERS = 2000;

/** Puts pasted text in: as it is, or as a mark that stands for it. */
export function paste(composer: Composer, pasted: string): Composer {
  const text = normal(pasted);
  const lines = text.split("\n").length;
  if (lines <= LINES && text.length <= CHARACTERS) return insert(composer, text);
  const id = Math.max(0, ...composer.pastes.map((known) => known.id)) + 1;
  const size = lines > LINES ? `${lines} lines` : `${text.length} characters`;
  const entry: Paste = { id, text, mark: `[paste #${id}: ${size}]` };
  return insert({ ...composer, pastes: [...composer.pastes, entry], last: "other" }, entry.mark);
}

/** Line breaks as we have them; controls of a terminal have no place in a prompt. */
function normal(pasted: string): string {
  // oxlint-disable-next-line no-control-regex
  const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
  return pasted.replace(/\r\n?/g, "\n").replace(controls, "");
}

/** The text as it is sent: every mark that still stands is what was pasted. */
export function expandPastes({ text, pastes }: Composer): string {
  return pastes.reduce((whole, { mark, text: pasted }) => whole.replace(mark, () => pasted), text);
}
