import { userText } from "@squire/protocol/values";
import type { TodoItem, UserMessage } from "@squire/protocol";

/** What the loop itself says to the model. Requests are compared by bytes: change with care. */

export const EMPTY_REPLY = userText(
  "[Your reply was empty. Go on with the task, or say in a sentence that you are done.]",
);

export const MALFORMED_CALL = userText(
  "[Your tool call could not be read, so nothing was run. Send it again as one well-formed call.]",
);

export const CUT_CALL =
  "Not run: your reply reached the output limit in the middle of this call. " +
  "Send it again, whole; if it is long, do it in smaller pieces.";

export function ruleReminder(message: string): UserMessage {
  return userText(`[Your reply was stopped by a rule of this session: ${message}]`);
}

export function todoReminder(items: readonly TodoItem[]): UserMessage {
  const list = items.map(({ text }) => `- ${text}`).join("\n");
  return userText(
    `[The todo list still has open items. Finish them, or say why they can stay open.]\n${list}`,
  );
}

export type SummaryCause = "steps" | "context" | "storm";

export function summaryRequest(cause: SummaryCause): UserMessage {
  const why = {
    steps: "The limit of steps for this turn is reached.",
    context: "The context window is nearly full.",
    storm: "The same calls were repeated without any progress.",
  }[cause];
  return userText(
    `[${why} Tools are no longer available in this turn. Say in plain words what was done, what ` +
      "was found, what is left to do and what you would do next. Do not write tool calls or edits.]",
  );
}

export function tooManyCalls(at: number, count: number, max: number): string {
  return (
    `Not run: this is call ${at} of ${count} in one reply and at most ${max} are run. ` +
    "Look at the outcomes so far and send what is still needed in your next reply."
  );
}
