import type { Response } from "openai/resources/responses/responses";
import { vendorFailure } from "./openai-error.ts";
import { itemDone } from "./openai-responses-blocks.ts";
import { itemOf } from "./openai-responses-state.ts";
import type { ResponsesState } from "./openai-responses-state.ts";
import { fields, list, text } from "./read.ts";
import { refusedFailure } from "./stream-failure.ts";

/** Events whose name says more than the status they carry. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["response.incomplete", "incomplete"],
  ["response.failed", "failed"],
  ["response.cancelled", "cancelled"],
]);

/** Ends the reply the way the response ended. */
export function ended(state: ResponsesState, frame: Record<string, unknown>): void {
  const { reply, speaker } = state;
  const response = fields<Response>(frame["response"]);
  const status = NAMED.get(text(frame["type"])) ?? text(response.status);
  state.noteUsage(response.usage);
  if (status === "failed" || status === "cancelled") {
    const error = response.error ?? `${speaker.provider} ended the response: ${status}.`;
    return reply.fail(vendorFailure(error, speaker));
  }
  fillIn(state, response.output);
  if (status !== "incomplete") return reply.finish("stop");
  const why = fields<Response.IncompleteDetails>(response.incomplete_details).reason;
  if (why === "content_filter")
    reply.fail(refusedFailure(speaker, "The vendor's content filter stopped the reply."));
  else reply.finish("length");
}

/** Takes the items from the end of the response where none was finished before it. */
function fillIn(state: ResponsesState, output: unknown): void {
  if ([...state.items.values()].some((item) => item.done)) return;
  list(output).forEach((item, output_index) => {
    const known = state.ids.has(text(fields<{ id: string }>(item).id));
    itemDone(state, itemOf(state, known ? { item } : { output_index, item }), item);
  });
}
