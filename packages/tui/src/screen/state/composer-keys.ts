import type { Composer } from "../../composer/composer.ts";
import * as edit from "../../composer/edit.ts";
import { chordOf, type Key } from "../../terminal/keys/key.ts";

/** Keys that change the prompt and nothing else. */
const EDITS: Readonly<Record<string, (composer: Composer) => Composer>> = {
  left: edit.left,
  right: edit.right,
  "ctrl+b": edit.left,
  "ctrl+f": edit.right,
  "ctrl+left": edit.wordLeft,
  "ctrl+right": edit.wordRight,
  "alt+left": edit.wordLeft,
  "alt+right": edit.wordRight,
  "alt+b": edit.wordLeft,
  "alt+f": edit.wordRight,
  home: edit.home,
  end: edit.end,
  "ctrl+a": edit.home,
  "ctrl+e": edit.end,
  backspace: edit.backspace,
  "shift+backspace": edit.backspace,
  "ctrl+h": edit.backspace,
  delete: edit.deleteNext,
  "ctrl+backspace": edit.killWordLeft,
  "alt+backspace": edit.killWordLeft,
  "ctrl+w": edit.killWordLeft,
  "alt+d": edit.killWordRight,
  "ctrl+delete": edit.killWordRight,
  "ctrl+k": edit.killToEnd,
  "ctrl+u": edit.killToStart,
  "ctrl+y": edit.yank,
  "ctrl+_": edit.undo,
  "ctrl+/": edit.undo,
  "alt+_": edit.redo,
  "ctrl+shift+_": edit.redo,
  "ctrl+j": (composer) => edit.insert(composer, "\n"),
  "shift+enter": (composer) => edit.insert(composer, "\n"),
};

/** The prompt after a key; null when the key is none of its own. */
export function composerKey(composer: Composer, key: Key): Composer | null {
  const chord = chordOf(key);
  const operation = Object.hasOwn(EDITS, chord) ? EDITS[chord] : undefined;
  if (operation !== undefined) return operation(composer);
  return key.text === null ? null : edit.insert(composer, key.text);
}
