import type { View } from "@squire/client";
import type { CommandInfo } from "@squire/protocol";
import { emptied, replaced, type Composer, type ImageMark } from "../../composer/composer.ts";
import { paste } from "../../composer/paste.ts";
import { chordOf, type Key } from "../../terminal/keys/key.ts";
import type { Size } from "../../terminal/writer/frame-diff.ts";
import type { ActionName } from "../keys/actions.ts";
import type { KeyMap } from "../keys/key-map.ts";
import { runAction } from "./actions.ts";
import {
  stay,
  type AppState,
  type Choice,
  type Effect,
  type PickerState,
  type Step,
  type WantedImage,
} from "./app-state.ts";
import { attach, pastedImages, unattach } from "./attaching.ts";
import { cardFor, cardKey } from "./card.ts";
import { takeCompletion, withCompletion, withFiles } from "./completing.ts";
import { composerKey } from "./composer-keys.ts";
import { escapeKey, interruptKey } from "./escape.ts";
import { noticesOf } from "./notices.ts";
import { overlayOf } from "./overlay.ts";
import { pickerKey } from "./picker.ts";
import { searchKey } from "./searching.ts";
import { submit } from "./submit.ts";

/** Everything that can happen to the face. */
export type Message =
  | { readonly type: "key"; readonly key: Key; readonly at: number }
  | { readonly type: "paste"; readonly text: string }
  | { readonly type: "view"; readonly view: View; readonly at: number }
  | { readonly type: "size"; readonly size: Size }
  | {
      readonly type: "configured";
      readonly keyMap: KeyMap;
      readonly options: Partial<AppState["options"]>;
    }
  | { readonly type: "commands"; readonly commands: readonly CommandInfo[] }
  | { readonly type: "files"; readonly query: string; readonly items: readonly Choice[] }
  | { readonly type: "picker"; readonly picker: PickerState | null }
  | {
      readonly type: "compose";
      readonly text: string;
      readonly images?: readonly ImageMark[];
    }
  | { readonly type: "attach"; readonly images: readonly WantedImage[] }
  | { readonly type: "unattached"; readonly key: string }
  | { readonly type: "edited"; readonly composer: Composer }
  | { readonly type: "expanded"; readonly expanded: boolean }
  | { readonly type: "act"; readonly action: ActionName }
  | { readonly type: "hint"; readonly text: string | null }
  | { readonly type: "line"; readonly lostAt: number | null };

/** The next state, and what is to be done. Pure: time comes with the message. */
export function update(state: AppState, message: Message): Step {
  switch (message.type) {
    case "key":
      return keyStep({ ...state, hint: null }, message.key, message.at);
    case "paste":
      return pasteStep(state, message.text);
    case "view":
      return viewStep(state, message.view, message.at);
    case "size":
      return stay({ ...state, size: message.size });
    case "configured": {
      const options = { ...state.options, ...message.options };
      return stay({ ...state, keyMap: message.keyMap, options });
    }
    case "commands":
      // The list for what is being written may have waited for them.
      return withCompletion({ ...state, commands: message.commands });
    case "files":
      return stay(withFiles(state, message.query, message.items));
    case "picker":
      return stay({ ...state, picker: message.picker });
    case "compose": {
      const { text, images = [] } = message;
      const composer = { ...replaced(emptied(state.composer), text), images };
      return stay({ ...state, composer });
    }
    case "attach":
      return attach(state, message.images);
    case "unattached":
      return unattach(state, message.key);
    case "edited":
      return stay({ ...state, composer: message.composer });
    case "expanded":
      return stay({ ...state, expanded: message.expanded });
    case "act":
      return runAction(state, message.action);
    case "hint":
      return stay({ ...state, hint: message.text });
    case "line":
      return stay({ ...state, lostAt: message.lostAt });
  }
}

function viewStep(state: AppState, view: View, at: number): Step {
  const next = { ...state, view };
  const overlay = overlayOf(next);
  const card = cardFor(state.card, overlay, at);
  // Somebody else may have answered what the composer was being used for.
  const asking =
    overlay.owner === "input" && (overlay.type === "reason" || overlay.type === "answer")
      ? state.asking
      : null;
  return { state: { ...next, card, asking }, effects: noticesOf(state.view, view) };
}

function pasteStep(state: AppState, text: string): Step {
  // A card or a list takes no pasted text: it could hold an answer.
  if (overlayOf(state).owner === "modal") return stay(state);
  const images = pastedImages(state, text);
  if (images !== null) return attach(state, images);
  return withCompletion({ ...state, search: null, composer: paste(state.composer, text) });
}

function keyStep(state: AppState, key: Key, at: number): Step {
  const chord = chordOf(key);
  const overlay = overlayOf(state);
  if (overlay.owner === "modal") {
    if (chord === "ctrl+z") return stay(state, { type: "suspend" });
    if (overlay.type === "picker") {
      return state.picker === null ? stay(state) : pickerKey(state, state.picker, key);
    }
    return chord === "ctrl+c" ? interruptKey(state, at) : cardKey(state, overlay, key, at);
  }
  const searched = searchKey(state, key);
  if (searched !== null) return searched;
  const disarmed = {
    ...state,
    search: null,
    armed: chord === state.armed?.chord ? state.armed : null,
  };
  return promptKey(disarmed, key, at);
}

function promptKey(state: AppState, key: Key, at: number): Step {
  const chord = chordOf(key);
  if (chord === "ctrl+c") return interruptKey(state, at);
  if (chord === "escape") return escapeKey(state, at);
  if (chord === "ctrl+d" && state.composer.text === "") return stay(state, { type: "exit" });
  if (chord === "enter") return enterKey(state);
  const listed = listKey(state, chord);
  if (listed !== null) return stay(listed);
  const removed =
    chord === "alt+backspace" && state.composer.text === "" ? lastQueued(state) : null;
  if (removed !== null) return stay(state, removed);
  const action = state.keyMap.actionOf(chord);
  if (action !== null) return runAction(state, action);
  const composer = composerKey(state.composer, key);
  return composer === null ? stay(state) : withCompletion({ ...state, composer });
}

/** Enter takes what is marked in a list of paths; a command that is marked is run at once. */
function enterKey(state: AppState): Step {
  const { completion } = state;
  if (completion === null) return submit(state, false);
  const taken = takeCompletion(state);
  if (completion.trigger.kind === "file") return withCompletion(taken);
  return submit(taken, false);
}

function listKey(state: AppState, chord: string): AppState | null {
  const { completion } = state;
  const by =
    chord === "up" || chord === "ctrl+p" ? -1 : chord === "down" || chord === "ctrl+n" ? 1 : 0;
  if (completion === null || by === 0) return null;
  const index = (completion.index + by + completion.items.length) % completion.items.length;
  return { ...state, completion: { ...completion, index } };
}

function lastQueued(state: AppState): Effect | null {
  const last = state.view.queue.at(-1);
  return last === undefined ? null : { type: "unqueue", queueId: last.queueId };
}
