/** What a word can become when the shell expands it. */
export type Shape =
  | { readonly type: "exact"; readonly value: string; readonly home?: true }
  /** Names that a pattern matches. Literal characters that mean something in it are escaped. */
  | { readonly type: "glob"; readonly pattern: string; readonly home?: true }
  /** Anything that begins so. */
  | { readonly type: "open"; readonly begins: string; readonly home?: true };

/** One word of a command, as far as it is known before it runs. */
export type ShellWord = {
  /** As written. */
  readonly text: string;
  /** It becomes one of these. Never empty. `home`: the value follows `~`. */
  readonly shapes: readonly Shape[];
  /** It may become several words, or none. */
  readonly splits: boolean;
};

export function exactWord(value: string, text = value): ShellWord {
  return { text, shapes: [{ type: "exact", value }], splits: false };
}

/** A word of which nothing is known. */
export function openWord(text: string, splits: boolean): ShellWord {
  return { text, shapes: [{ type: "open", begins: "" }], splits };
}

/** The one value a word has, or null when that is not sure. */
export function literalOf(word: ShellWord): string | null {
  const [shape, ...others] = word.shapes;
  if (word.splits || shape === undefined || others.length > 0) return null;
  if (shape.type !== "exact") return null;
  return shape.home === true ? `~${shape.value}` : shape.value;
}

/** The value of a word that no expansion of `~` goes into: what a program name must be. */
export function plainLiteralOf(word: ShellWord): string | null {
  return word.shapes.some((shape) => shape.home === true) ? null : literalOf(word);
}

/** The beginning that is sure, unescaped; a home folder begins with a slash. */
export function headOf(shape: Shape): string {
  if (shape.home === true) return "/";
  switch (shape.type) {
    case "exact":
      return shape.value;
    case "open":
      return shape.begins;
    case "glob":
      return globHead(shape.pattern);
  }
}

/** The part of a pattern before its first wildcard, without escapes. */
export function globHead(pattern: string): string {
  let head = "";
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i);
    if ("*?[".includes(char)) break;
    if (char === "\\") i++;
    head += char === "\\" ? pattern.charAt(i) : char;
  }
  return head;
}

export function escapeGlob(text: string): string {
  return text.replaceAll(/[*?[\]\\]/g, "\\$&");
}

/** Whether a word could be taken for an option. */
export function mayBeOption(word: ShellWord): boolean {
  if (word.splits) return true;
  return word.shapes.some((shape) => {
    const head = headOf(shape);
    return head === "" ? shape.type !== "exact" : head.startsWith("-") || head.startsWith("+");
  });
}
