import type { JsonValue } from "./json.ts";
import type { Question } from "./question.ts";

/** Tools that end a turn with a question (TOOL-6): their data is the question. */
const ASKING: ReadonlySet<string> = new Set([
  "submit_plan",
  "ask_choice",
  "mark_step_complete",
  "revise_plan",
]);

type Asked = {
  readonly name: string;
  readonly callId: string;
  readonly details: { readonly data?: JsonValue | undefined };
};

/** The question that a call has ended its turn with; null for any other call. */
export function questionIn({ name, callId, details: { data } }: Asked): Question | null {
  if (!ASKING.has(name) || data === null || typeof data !== "object") return null;
  const isOne = "questionId" in data && data["questionId"] === callId && "options" in data;
  // Only our own tools have these names, and they put nothing but a `Question` there.
  return isOne ? (data as unknown as Question) : null;
}
