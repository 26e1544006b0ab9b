import type { FaceState } from "./face-state.ts";
import type { Intent } from "./intent.ts";

/** Keys outside of text fields, as the help shows them. */
export const KEY_HELP: readonly (readonly [keys: string, words: string])[] = [
  ["/", "write a message"],
  ["j k", "next and previous message"],
  ["o", "open or close it"],
  ["a d s", "answer a card: once, deny, this session"],
  ["w", "deny, and say why not"],
  ["1 … 9", "answer a question"],
  ["esc", "stop what runs, or close what is open"],
  ["n", "new session"],
  ["g s", "sessions"],
  ["g u", "usage"],
  ["g c", "back to the chat"],
  ["g ,", "settings"],
  ["p", "panel"],
  ["m", "mode"],
  ["t", "tree"],
  ["?", "this"],
];

export type KeyMeaning =
  | Intent
  | { readonly type: "focus"; readonly where: "composer" | "sessions" };

const JUMPS: Readonly<Record<string, KeyMeaning>> = {
  s: { type: "focus", where: "sessions" },
  u: { type: "go", route: { page: "usage" } },
  ",": { type: "go", route: { page: "settings" } },
};

/** What a key means; `after` is the key before it, where that waits for another. Null: nothing. */
export function meaningOf(key: string, after: string | null, state: FaceState): KeyMeaning | null {
  if (after === "g") {
    if (key === "c") {
      const sessionKey = state.view?.sessionId ?? null;
      return { type: "go", route: { page: "chat", sessionKey } };
    }
    return JUMPS[key] ?? null;
  }
  switch (key) {
    case "/":
      return { type: "focus", where: "composer" };
    case "?":
      return { type: "dialog", dialog: { type: "help" } };
    case "n":
      return { type: "sessions.new" };
    case "m":
      return { type: "pick", what: "mode" };
    case "p":
      return { type: "panel", tab: state.panel === null ? "work" : null };
    case "t":
      return { type: "panel", tab: state.panel === "tree" ? null : "tree" };
    case "o":
      return state.marked === null ? null : { type: "toggle", id: state.marked };
    case "j":
    case "k":
      return { type: "mark", id: neighbour(state, key === "j" ? 1 : -1) };
    case "Escape":
      return escapeMeaning(state);
    default:
      return null;
  }
}

function escapeMeaning({ view, marked, drawer }: FaceState): KeyMeaning | null {
  if (drawer) return { type: "drawer", open: false };
  if (marked !== null) return { type: "mark", id: null };
  const isWorking = view !== null && (view.status === "working" || view.status === "asking");
  return isWorking ? { type: "abort" } : null;
}

const STOPS: ReadonlySet<string> = new Set([
  "user",
  "text",
  "tool",
  "error",
  "shell",
  "citations",
  "thinking",
]);

/** The next item that the keys stop at; the last one, where none is marked yet. */
function neighbour({ view, older, marked }: FaceState, turn: 1 | -1): string | null {
  const all = view === null ? [] : [...older.items, ...view.items, ...view.live];
  const stops = all.filter(({ kind }) => STOPS.has(kind));
  const at = stops.findIndex(({ id }) => id === marked);
  if (at < 0) return stops.at(-1)?.id ?? null;
  return stops[Math.max(0, Math.min(stops.length - 1, at + turn))]?.id ?? null;
}
