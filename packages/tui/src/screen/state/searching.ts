import { emptied, replaced } from "../../composer/composer.ts";
import { searchBack } from "../../composer/history.ts";
import { chordOf, type Key } from "../../terminal/keys/key.ts";
import { stay, type AppState, type Step } from "./app-state.ts";

/** A key while the history is searched. Keys that mean nothing here end it and count as usual: null. */
export function searchKey(state: AppState, key: Key): Step | null {
  const { search } = state;
  if (search === null) return null;
  const chord = chordOf(key);
  if (chord === "escape" || chord === "ctrl+g") {
    return stay({ ...state, search: null, composer: search.before });
  }
  if (chord === "enter") return stay({ ...state, search: null });
  if (chord === "ctrl+r")
    return stay(found(state, search.query, search.at ?? state.history.entries.length));
  const isErased = chord === "backspace";
  if (!isErased && key.text === null) return null;
  const query = isErased ? search.query.slice(0, -1) : search.query + (key.text ?? "");
  return stay(found(state, query, state.history.entries.length));
}

function found(state: AppState, query: string, from: number): AppState {
  const { search } = state;
  if (search === null) return state;
  const at = searchBack(state.history, query, from);
  const text = at === null ? null : (state.history.entries[at] ?? null);
  const composer = text === null ? state.composer : replaced(emptied(state.composer), text);
  return { ...state, composer, search: { ...search, query, at: at ?? search.at } };
}
