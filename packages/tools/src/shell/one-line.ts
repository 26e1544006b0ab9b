import { plainText } from "@squire/session";
import { cutText } from "../workspace/cut-text.ts";

/** A text on one line without what only terminals understand, cut to a length. */
export function oneLine(text: string, most: number): string {
  const line = plainText(text).replaceAll(/\s+/g, " ").trim();
  return line.length > most ? `${cutText(line, most - 1)}…` : line;
}
