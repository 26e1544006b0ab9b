/** Something wrong with the settings, told so that a user can find and fix it (CFG-2). */
export type Problem = {
  readonly severity: "error" | "warning";
  readonly code:
    | "unreadable"
    | "syntax"
    | "unknown-key"
    | "bad-value"
    | "missing-key"
    | "not-for-projects"
    | "untrusted"
    | "too-many";
  /** The file, flag or environment variable it came from. */
  readonly origin: string;
  readonly line?: number;
  readonly column?: number;
  /** The key as a user writes it, e.g. `providers[1].base_url`. */
  readonly key?: string;
  /** What happened and what to do; safe to show, never holds a secret. */
  readonly message: string;
};

/** `config.toml:12:3: agent.max_steps: expected a whole number, found "many"`. */
export function formatProblem({ origin, line, column, key, message }: Problem): string {
  const place = [origin, line, column].filter((part) => part !== undefined).join(":");
  return `${printable(place)}: ${key === undefined ? "" : `${printable(key)}: `}${message}`;
}

// Control, direction and invisible characters could repaint the terminal that shows a message.
const UNSEEN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Text from a file as it may stand in a message: one line, nothing invisible, not endless. */
export function printable(text: string, limit = 200): string {
  const shown = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return shown
    .toWellFormed()
    .replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

const MAX_SHOWN = 20;

/** A hostile file must not flood the screen: the first few of a source, then a count. */
export function capProblems<T>(
  findings: readonly T[],
  toProblem: (finding: T) => Problem,
): readonly Problem[] {
  const shown = findings.slice(0, MAX_SHOWN).map(toProblem);
  const last = shown.at(-1);
  const rest = findings.length - shown.length;
  if (rest === 0 || last === undefined) return shown;
  const { severity, origin } = last;
  const message = `${rest} more ${severity === "error" ? "errors" : "warnings"} are not shown.`;
  return [...shown, { severity, code: "too-many", origin, message }];
}
