import { readFrontMatter, splitList } from "./front-matter.ts";
import type { FrontValue } from "./front-matter.ts";
import { globProblem } from "./glob.ts";
import type { PromptFile, FileRule, RuleMoment } from "./rule.ts";

export type RuleFile = Pick<FileRule, "path" | "file" | "owner"> & { readonly text: string };

export type ReadRule =
  | { readonly type: "rule"; readonly rule: FileRule }
  /** It says nothing. */
  | { readonly type: "blank" }
  | { readonly type: "malformed"; readonly problem: string };

const DESCRIPTION_CHARS = 200;
const MOST_GLOBS = 64;

/**
 * A rule from its file. With `globs` or `applyTo` it is about some files, `alwaysApply: true` is stronger; with neither
 * it always holds, unless `alwaysApply: false` says that it is read when it is wanted.
 */
export function readRule({ text, ...found }: RuleFile): ReadRule {
  const read = readFrontMatter(text);
  if (!read.ok) return { type: "malformed", problem: read.problem };
  const { fields, body } = read;
  if (body === "") return { type: "blank" };
  const always = flagOf(fields.get("alwaysApply"));
  if (always === "wrong") return malformed("alwaysApply has to be true or false");
  const globs = ["globs", "applyTo", "paths"].flatMap((key) => globsOf(fields.get(key)));
  if (globs.length > MOST_GLOBS) return malformed(`it has more than ${MOST_GLOBS} globs`);
  const problem = globs.map(globProblem).find((one) => one !== null) ?? null;
  if (problem !== null) return malformed(problem);
  const rule = { ...found, when: momentOf(globs, always), description: lineOf(fields), body };
  return { type: "rule", rule };
}

const malformed = (problem: string): ReadRule => ({ type: "malformed", problem });

function momentOf(globs: readonly string[], always: boolean | null): RuleMoment {
  if (always === true) return { type: "always" };
  if (globs.length > 0) return { type: "touched", globs };
  return { type: always === false ? "asked" : "always" };
}

function flagOf(value: FrontValue | undefined): boolean | null | "wrong" {
  if (value === undefined || value === "") return null;
  if (value === "true") return true;
  return value === "false" ? false : "wrong";
}

function globsOf(value: FrontValue | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? splitList(value) : value;
}

function lineOf(fields: ReadonlyMap<string, FrontValue>): string {
  const value = fields.get("description") ?? "";
  const text = typeof value === "string" ? value : value.join(" ");
  return text.replace(/\s+/g, " ").trim().slice(0, DESCRIPTION_CHARS);
}

const PROMPT_NAME = /^[A-Za-z0-9][\w.-]{0,59}$/;

export type ReadPrompt =
  | { readonly type: "prompt"; readonly prompt: PromptFile }
  | { readonly type: "blank" }
  | { readonly type: "malformed"; readonly problem: string };

/** A prompt from its file, `prompts/<name>.md`. */
export function readPrompt(name: string, path: string, text: string): ReadPrompt {
  const read = readFrontMatter(text);
  if (!read.ok) return { type: "malformed", problem: read.problem };
  if (!PROMPT_NAME.test(name)) return { type: "malformed", problem: "its name cannot be typed" };
  if (read.body === "") return { type: "blank" };
  const prompt = { name, path, description: lineOf(read.fields), body: read.body };
  return { type: "prompt", prompt };
}

/** With what was typed behind the name, at `$ARGUMENTS`, or below the text where that does not stand in it. */
export function expandPrompt({ body }: PromptFile, args: string): string {
  if (body.includes("$ARGUMENTS")) return body.replaceAll("$ARGUMENTS", () => args);
  return args === "" ? body : `${body}\n\n${args}`;
}
