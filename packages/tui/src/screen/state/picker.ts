import { fuzzyRank } from "@squire/client";
import { chordOf, type Key } from "../../terminal/keys/key.ts";
import { stay, type AppState, type Choice, type PickerState, type Step } from "./app-state.ts";

/** The items that fit what was typed, best first. */
export function pickerItems(picker: PickerState): readonly Choice[] {
  const { items, query } = picker;
  const named = fuzzyRank(items, query, ({ label }) => [label]);
  if (query === "") return named;
  // In a long detail letters in this order are chance; only the words themselves count.
  const words = query.toLowerCase();
  const told = items.filter(
    (item) => !named.includes(item) && item.detail.toLowerCase().includes(words),
  );
  return [...named, ...told];
}

/** A key while a list has them all: typing narrows it, Enter takes, Esc leaves. */
export function pickerKey(state: AppState, picker: PickerState, key: Key): Step {
  const items = pickerItems(picker);
  const chord = chordOf(key);
  const by = MOVES[chord];
  if (by !== undefined) {
    const index = Math.max(0, Math.min(items.length - 1, picker.index + by));
    return stay({ ...state, picker: { ...picker, index } });
  }
  if (chord === "escape" || chord === "ctrl+c") return stay({ ...state, picker: null });
  if (chord === "enter") {
    const choice = items[picker.index];
    if (choice === undefined) return stay(state);
    const { kind, subject } = picker;
    return stay({ ...state, picker: null }, { type: "pick", kind, choice, subject });
  }
  const query = chord === "backspace" ? picker.query.slice(0, -1) : picker.query + (key.text ?? "");
  return stay(
    query === picker.query ? state : { ...state, picker: { ...picker, query, index: 0 } },
  );
}

const MOVES: Readonly<Record<string, number>> = {
  up: -1,
  down: 1,
  "ctrl+p": -1,
  "ctrl+n": 1,
  tab: 1,
  "shift+tab": -1,
  pageup: -10,
  pagedown: 10,
  home: -1_000_000,
  end: 1_000_000,
};
