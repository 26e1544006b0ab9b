import { z } from "zod";

/** A value that does not have the shape it should have. `message` names the place and what is wrong. */
export type Problem = { readonly kind: "problem"; readonly message: string };

export type Checked<T> = { readonly kind: "known"; readonly value: T } | Problem;

const MAX_MESSAGE = 300;

// Compiling the checks pays from some thousand values on; most processes look at a few.
const INTERPRETED = { jitless: true } as const;

/**
 * Checks a value against a schema. Never throws: input that is nested beyond the stack, or an
 * object that resists being read, is a problem like any other.
 */
export function check<S extends z.ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  try {
    const result = schema.safeParse(value, INTERPRETED);
    return result.success ? { kind: "known", value: result.data } : problemOf(result.error);
  } catch (error) {
    return problem(`cannot be read: ${error instanceof Error ? error.message : "unknown reason"}`);
  }
}

/** As `check`, but hands back the very value that was passed in, with fields we do not know. */
export function checkWhole<S extends z.ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  const checked = check(schema, value);
  return checked.kind === "problem" ? checked : { kind: "known", value: value as z.output<S> };
}

export function problem(message: string): Problem {
  const short = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
  return { kind: "problem", message: short };
}

function problemOf(error: z.ZodError): Problem {
  const issue = error.issues[0];
  if (issue === undefined) return problem("does not match");
  const path = z.core.toDotPath(issue.path);
  return problem(path === "" ? issue.message : `${path}: ${issue.message}`);
}
