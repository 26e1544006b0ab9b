import type { ToolDetails, UserContent } from "@squire/protocol";
import type { OutputDetails } from "../tool.ts";
import type { CallEnd } from "./ports.ts";

type Ending = ToolDetails["ending"];

/** The end of a call that did not run: words for the model and why. */
export function endedWith(ending: Ending, text: string, durationMs = 0): CallEnd {
  return {
    content: [{ type: "text", text }],
    failed: true,
    details: { isError: true, ending, truncated: false, durationMs },
  };
}

/** The end of a call that ran, or began to. */
export function ranWith(
  content: readonly UserContent[],
  output: OutputDetails,
  how: { readonly ending: Ending; readonly durationMs: number },
): CallEnd {
  const { endsTurn, isError = false, truncated = false, ...rest } = output;
  return {
    content: content.some(isMeaningful) ? content : [{ type: "text", text: "(no output)" }],
    failed: isError,
    details: { ...rest, isError, truncated, ...how },
    ...(endsTurn === undefined ? {} : { stop: endsTurn }),
  };
}

function isMeaningful(block: UserContent): boolean {
  return block.type === "image" || block.text.trim() !== "";
}
