/** The exit code of wrong usage (CLI-5); a literal, since this is loaded at every start. */
export const USAGE_EXIT_CODE = 2;

/** The command line makes no sense. */
export type UsageError = {
  readonly kind: "usage";
  readonly message: string;
  /** What to type next. */
  readonly advice: string;
};

/** `topic` is the command whose help explains it; empty for the program's own. */
export function usageError(message: string, topic = ""): UsageError {
  const page = topic === "" ? "squire help" : `squire help ${topic}`;
  return { kind: "usage", message, advice: `See: ${page}` };
}

export function isUsageError(value: object): value is UsageError {
  return "kind" in value && value.kind === "usage";
}
