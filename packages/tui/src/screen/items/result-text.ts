import { duration, resultWords, type ToolEnd } from "@squire/client";
import { inertLine } from "../../text/inert.ts";
import { truncate } from "../../text/width.ts";

/** How a call ended, in a few words for the right edge. */
export function resultText(name: string, end: ToolEnd): string {
  const took = end.details.durationMs;
  const time = took >= 1 ? `   ${duration(took)}` : "";
  return `${truncate(inertLine(resultWords(name, end)), 40)}${time}`;
}
