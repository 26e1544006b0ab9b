import { keyOf, type Key } from "./key.ts";

export type Modifiers = Pick<Key, "ctrl" | "alt" | "shift" | "super">;

export const NO_MODIFIERS: Modifiers = { ctrl: false, alt: false, shift: false, super: false };

const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
const SUPER = 8;
const META = 32;
// Caps Lock (64) and Num Lock (128) say how the keyboard stands, not what was pressed.
const PRESSED = SHIFT | ALT | CTRL | SUPER | META;

/** The modifier number of xterm and Kitty, one more than its bits; null if it is none. */
export function modifiersOf(field: string): Modifiers | null {
  if (field === "") return NO_MODIFIERS;
  const number = Number(field);
  if (!Number.isInteger(number) || number < 1 || number > 256) return null;
  const bits = (number - 1) & PRESSED;
  return {
    shift: (bits & SHIFT) !== 0,
    alt: (bits & (ALT | META)) !== 0,
    ctrl: (bits & CTRL) !== 0,
    super: (bits & SUPER) !== 0,
  };
}

/** A named key with its modifiers. */
export function namedKey(name: string, modifiers: Modifiers): Key {
  const quiet = !modifiers.ctrl && !modifiers.alt && !modifiers.super;
  return keyOf(name, { ...modifiers, text: name === "space" && quiet ? " " : null });
}

/** A key that has a character: it types it unless a modifier makes it a command. */
export function characterKey(character: string, modifiers: Modifiers): Key {
  const quiet = !modifiers.ctrl && !modifiers.alt && !modifiers.super;
  const lower = character.toLowerCase();
  const shift = modifiers.shift || lower !== character;
  return keyOf(lower, { ...modifiers, shift, text: quiet ? character : null });
}
