import { MODES, TRUSTS } from "@squire/protocol/values";
import * as edit from "../../composer/edit.ts";
import { emptied, replaced } from "../../composer/composer.ts";
import { newer, older, type History } from "../../composer/history.ts";
import { moveRow } from "../../composer/layout.ts";
import type { ActionName } from "../keys/actions.ts";
import { composerWidth } from "../parts/composer-lines.ts";
import { stay, type AppState, type Step } from "./app-state.ts";
import { attach, CLIPBOARD } from "./attaching.ts";
import { takeCompletion, withCompletion } from "./completing.ts";
import { submit } from "./submit.ts";

/** What a key of the key map does at the prompt. */
export function runAction(state: AppState, action: ActionName): Step {
  switch (action) {
    case "mode.next":
      return stay(state, { type: "mode", mode: nextOf(MODES, state.view.mode) });
    case "trust.next":
      return stay(state, {
        type: "trust",
        trust: nextOf(TRUSTS, state.view.trust),
        confirmed: false,
      });
    case "history.older":
      return vertical(state, -1);
    case "history.newer":
      return vertical(state, 1);
    case "history.search":
      return stay({
        ...state,
        completion: null,
        search: { query: "", at: null, before: state.composer },
      });
    case "tools.expand":
      return stay(state, { type: "unfold" });
    case "thinking.show":
      return stay({ ...state, showThinking: !state.showThinking });
    case "model.next":
      return stay(state, { type: "next-model" });
    case "model.pick":
      return stay(state, { type: "open", picker: "models" });
    case "editor.open":
      return stay(state, { type: "editor" });
    case "app.suspend":
      return stay(state, { type: "suspend" });
    case "queue.later":
      if (state.view.status !== "idle") return submit(state, true);
      return withCompletion({ ...state, composer: edit.insert(state.composer, "\n") });
    case "input.complete":
      return state.completion === null ? stay(state) : withCompletion(takeCompletion(state));
    case "image.paste":
      return attach(state, [CLIPBOARD]);
    case "help.open":
      return stay(state, { type: "help" });
    case "rewind.open":
      return stay(state, { type: "open", picker: "rewind" });
    case "turn.abort":
      return stay(state, { type: "abort" });
    case "app.exit":
      return stay(state, { type: "exit" });
  }
}

function nextOf<T>(all: readonly T[], present: T): T {
  return all[(all.indexOf(present) + 1) % all.length] ?? present;
}

/** Up and down move in the prompt first; at its edges they go through the history. */
function vertical(state: AppState, by: -1 | 1): Step {
  const inside = moveRow(state.composer, by, composerWidth(state.size));
  if (inside !== null) return stay({ ...state, composer: inside });
  const target: { history: History; text: string } | null =
    by === -1 ? older(state.history, state.composer.text) : newer(state.history);
  if (target === null) return stay(state);
  // What was being written comes back as it was, with its marks.
  const draft = state.history.at === null ? state.composer : state.draft;
  const isBack = target.history.at === null && draft !== null;
  const composer = isBack ? draft : replaced(emptied(state.composer), target.text);
  return stay({ ...state, composer, draft: isBack ? null : draft, history: target.history });
}
