/** One press of a key. `text` is what it types, if it types anything. */
export type Key = {
  /** `a`, `é`, `enter`, `up`, `f5`, …: letters in lower case, whatever Shift does. */
  readonly name: string;
  readonly text: string | null;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly super: boolean;
};

/** What a terminal answers when asked, and what it reports by itself. */
export type Reply =
  | { readonly type: "background"; readonly colour: string }
  | { readonly type: "cursor"; readonly row: number; readonly column: number }
  | { readonly type: "attributes" }
  | { readonly type: "keyboard"; readonly flags: number }
  | { readonly type: "mode"; readonly mode: number; readonly known: boolean }
  | { readonly type: "focus"; readonly focused: boolean };

export type InputEvent =
  | { readonly type: "key"; readonly key: Key }
  | { readonly type: "paste"; readonly text: string }
  | { readonly type: "reply"; readonly reply: Reply };

const PLAIN = { text: null, ctrl: false, alt: false, shift: false, super: false } as const;

export function keyOf(name: string, parts: Partial<Omit<Key, "name">> = {}): Key {
  return { ...PLAIN, name, ...parts };
}

/** A key as the key map writes it: `ctrl+shift+p`, `alt+enter`, `a`. Modifiers have one order. */
export function chordOf(key: Key): string {
  const modifiers = [
    ...(key.ctrl ? ["ctrl"] : []),
    ...(key.alt ? ["alt"] : []),
    ...(key.super ? ["super"] : []),
    ...(key.shift && !typesItself(key) ? ["shift"] : []),
  ];
  return [...modifiers, typesItself(key) ? (key.text ?? key.name) : key.name].join("+");
}

/** A key that only types: Shift is already in the text. */
function typesItself(key: Key): boolean {
  return key.text !== null && !key.ctrl && !key.alt && !key.super && key.name !== "space";
}
