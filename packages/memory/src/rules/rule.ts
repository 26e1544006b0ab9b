/** Where a rule was found: whose words it is. */
export type RuleOwner = "user" | "project";

/**
 * When a rule reaches the model: in the prefix, when a file is touched that it is about, or when the model asks for it.
 */
export type RuleMoment =
  | { readonly type: "always" }
  | { readonly type: "touched"; readonly globs: readonly string[] }
  | { readonly type: "asked" };

/** A text on how to work, from a file of the user or of a project (MEM-8). */
export type FileRule = {
  /** As people write it: `.squire/rules/tests.md`. */
  readonly path: string;
  /** Absolute: what `read` takes, in whatever folder is worked. */
  readonly file: string;
  readonly owner: RuleOwner;
  readonly when: RuleMoment;
  /** "" where none is given. */
  readonly description: string;
  readonly body: string;
};

/** A text that is said by its name: `/name words` (MEM-8). */
export type PromptFile = {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly body: string;
};
