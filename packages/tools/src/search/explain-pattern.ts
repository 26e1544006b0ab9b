import { ToolError } from "@squire/agent";
import { translatePattern, type PatternOptions } from "./regex/compile.ts";
import { PatternProblem } from "./regex/syntax.ts";

const MOST_SHOWN = 200;

/** Why a pattern cannot be searched for and what to do, in the same words for both engines. */
export function patternError(
  pattern: string,
  options: PatternOptions,
  refusal: PatternProblem | string,
): ToolError {
  const problem = refusal instanceof PatternProblem ? refusal : problemIn(pattern, options);
  const cause = refusal instanceof Error ? { cause: refusal } : {};
  if (problem === null)
    return new ToolError(`The pattern is not valid: ${lastWords(refusal)}`, cause);
  const shown = pattern.length <= MOST_SHOWN && !/[\n\r]/.test(pattern);
  const mark = shown ? `\n  ${pattern}\n  ${" ".repeat(problem.at)}^` : "";
  const plain = quoted(pattern);
  const advice = plain === pattern ? "" : `\nTo find it as plain text, search for ${plain}`;
  return new ToolError(
    `The pattern is not valid at character ${problem.at + 1}: ${problem.message}.${mark}${advice}`,
    cause,
  );
}

function problemIn(pattern: string, options: PatternOptions): PatternProblem | null {
  try {
    translatePattern(pattern, options);
    return null;
  } catch (error) {
    if (error instanceof PatternProblem) return error;
    throw error;
  }
}

/** What ripgrep says after it has shown the pattern. */
function lastWords(complaint: PatternProblem | string): string {
  const text = typeof complaint === "string" ? complaint : complaint.message;
  const words = /^error: (.+)$/m.exec(text)?.[1] ?? text.replace(/^rg: /, "").split("\n\n")[0];
  return (words ?? text).slice(0, 300);
}

function quoted(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&").slice(0, MOST_SHOWN);
}
