import type { z } from "zod";
import type { ArgumentProblem } from "./tool.ts";

const MAX_PROBLEMS = 10;
const MAX_NAMES = 20;
const MAX_NAME = 60;

/** Zod's issues in words that tell a model what to change. */
export function problemsOf(error: z.ZodError): readonly ArgumentProblem[] {
  return error.issues.map((issue) => ({ path: issue.path.join("."), reason: reasonOf(issue) }));
}

/** The whole outcome of a call whose arguments do not fit (RPR-6). */
export function problemText(
  name: string,
  problems: readonly ArgumentProblem[],
  names: { readonly given: readonly string[]; readonly known: readonly string[] },
): string {
  const shown = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ path, reason }) => `- ${path === "" ? "arguments" : path}: ${reason}`);
  const more = problems.length - shown.length;
  const lines = [
    `The arguments of ${name} are not valid; nothing was run.`,
    ...shown,
    ...(more > 0 ? [`- and ${more} more`] : []),
    `You sent: ${listed(names.given)}. It takes: ${listed(names.known)}.`,
    `Correct the arguments and call ${name} again.`,
  ];
  return lines.join("\n");
}

function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && issue.message.endsWith(" received undefined")) {
    return `is missing (expected ${issue.expected})`;
  }
  if (issue.code === "unrecognized_keys") return `has unknown keys: ${listed(issue.keys)}`;
  return issue.message;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "nothing";
  const shown = names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME));
  return shown.join(", ") + (names.length > MAX_NAMES ? ", …" : "");
}
