/** A tool that scout wants to have run. */
export type WantedCall = {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
};

/** What scout does next: look at something, or answer. */
export type Decision =
  | { readonly type: "look"; readonly text: string; readonly calls: readonly WantedCall[] }
  | { readonly type: "answer"; readonly text: string };

export function answer(text: string): Decision {
  return { type: "answer", text };
}

export function look(text: string, calls: readonly WantedCall[]): Decision {
  return { type: "look", text, calls };
}
