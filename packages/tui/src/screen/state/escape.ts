import { emptied } from "../../composer/composer.ts";
import { stay, type AppState, type Effect, type Step } from "./app-state.ts";
import { unanswered } from "./card.ts";

/** Two presses within this are one command (C19). */
const TWICE_MS = 500;
/** Leaving is asked twice, with time to read. */
const EXIT_MS = 2000;

/** Esc at the prompt: closes a list, stops a turn, and twice when idle opens rewind. */
export function escapeKey(state: AppState, at: number): Step {
  if (state.completion !== null) {
    const closedAt = state.completion.trigger.from;
    return stay({ ...state, completion: null, closedAt });
  }
  if (state.asking !== null)
    return stay({ ...state, asking: null, composer: emptied(state.composer) });
  const [question] = state.view.questions;
  if (question !== undefined) return stay(state, unanswered(question));
  const twice = state.armed?.chord === "escape" && at - state.armed.at <= TWICE_MS;
  const armed = { chord: "escape", at } as const;
  if (state.view.status === "idle") {
    if (!twice) return stay({ ...state, armed });
    return stay({ ...state, armed: null }, { type: "open", picker: "rewind" });
  }
  if (state.options.doubleEscape && !twice) {
    return stay({ ...state, armed, hint: "esc again to stop" });
  }
  return stay({ ...state, armed: null, hint: null }, { type: "abort" });
}

/** Ctrl+C clears the prompt; twice it leaves. */
export function interruptKey(state: AppState, at: number): Step {
  const twice = state.armed?.chord === "ctrl+c" && at - state.armed.at <= EXIT_MS;
  if (twice) return stay(state, { type: "exit" });
  const hint =
    state.view.status === "idle"
      ? "ctrl+c again to leave"
      : "ctrl+c again to leave · esc stops the turn";
  const effects: readonly Effect[] = [];
  const cleared = {
    ...state,
    composer: emptied(state.composer),
    completion: null,
    search: null,
    asking: null,
  };
  return { state: { ...cleared, armed: { chord: "ctrl+c", at }, hint }, effects };
}
