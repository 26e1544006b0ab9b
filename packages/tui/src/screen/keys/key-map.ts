import { ACTIONS, RESERVED_KEYS, type ActionName } from "./actions.ts";

/** Which action a chord starts. */
export type KeyMap = {
  readonly actionOf: (chord: string) => ActionName | null;
  /** The keys of an action, for help. */
  readonly keysOf: (action: ActionName) => readonly string[];
  readonly problems: readonly string[];
};

/** `[tui.keys]` of the settings: an action with its keys. Reserved keys stay where they are. */
export function keyMapOf(settings: Readonly<Record<string, readonly string[]>>): KeyMap {
  const problems: string[] = [];
  const own = new Map<ActionName, readonly string[]>();
  for (const [name, keys] of Object.entries(settings)) {
    const action = actionNames().find((known) => known === name);
    if (action === undefined) {
      problems.push(`tui.keys: there is no action "${name}". They are listed in /help.`);
      continue;
    }
    const chords = keys.map(normalChord);
    const taken = chords.filter((chord) => RESERVED_KEYS.includes(chord));
    if (taken.length > 0)
      problems.push(`tui.keys: ${taken.join(", ")} cannot be given to ${name}.`);
    own.set(
      action,
      chords.filter((chord) => !RESERVED_KEYS.includes(chord)),
    );
  }
  const keysOf = (action: ActionName): readonly string[] => {
    const given = own.get(action);
    if (given === undefined) return ACTIONS[action].keys;
    return [...ACTIONS[action].keys.filter((keys) => keys.split(" ").every(isReserved)), ...given];
  };
  const byChord = new Map<string, ActionName>();
  // What the user wrote wins over what is built in.
  for (const action of [...actionNames().filter((name) => !own.has(name)), ...own.keys()]) {
    for (const keys of keysOf(action)) if (!keys.includes(" ")) byChord.set(keys, action);
  }
  return { actionOf: (chord) => byChord.get(chord) ?? null, keysOf, problems };
}

function isReserved(chord: string): boolean {
  return RESERVED_KEYS.includes(chord);
}

export function actionNames(): readonly ActionName[] {
  return Object.keys(ACTIONS) as ActionName[];
}

/** `Shift+Ctrl+P` and `ctrl+shift+p` are the same chord. */
export function normalChord(chord: string): string {
  const parts = chord.toLowerCase().trim().split("+");
  const name = OTHER_NAMES[parts.at(-1) ?? ""] ?? parts.at(-1) ?? "";
  const held = parts.slice(0, -1).map((part) => OTHER_NAMES[part] ?? part);
  return [...["ctrl", "alt", "super", "shift"].filter((part) => held.includes(part)), name].join(
    "+",
  );
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  esc: "escape",
  return: "enter",
  del: "delete",
  control: "ctrl",
  option: "alt",
  meta: "alt",
  cmd: "super",
};
