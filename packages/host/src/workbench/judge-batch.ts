import type { JsonValue, Verdict } from "@squire/protocol";
import type { Judge } from "./judge-calls.ts";

/** What became of one line; `line` counts from 1. */
export type BatchLine = { readonly line: number } & (
  | { readonly id: JsonValue; readonly verdict: Verdict }
  | { readonly id?: JsonValue; readonly problem: string }
);

/**
 * Judges one `{"id","tool","args"}` per line, in order. A line that cannot be judged says why and
 * takes no other with it; empty lines are passed over.
 */
export async function* judgeBatch(judge: Judge, text: string): AsyncGenerator<BatchLine> {
  let line = 0;
  for (const part of text.split("\n")) {
    line++;
    if (part.trim() !== "") yield { line, ...(await judgeLine(judge, part)) };
  }
}

async function judgeLine(judge: Judge, text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (!isObject(value)) return { problem: 'is not an object {"id","tool","args"}' };
  const { id, tool, args } = value;
  if (id === undefined) return { problem: "has no id" };
  if (typeof tool !== "string") return { id, problem: "has no tool, or it is not a text" };
  if (!isObject(args)) return { id, problem: "has no args, or they are not an object" };
  const judged = await judge.judge(tool, args);
  return "problem" in judged ? { id, problem: judged.problem } : { id, verdict: judged.verdict };
}

function isObject(value: unknown): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
