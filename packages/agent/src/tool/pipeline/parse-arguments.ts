import type { JsonObject } from "@squire/protocol";
import { readArgs } from "../../repair/read-args.ts";
import { malformedText } from "../../repair/repair-texts.ts";

export type ParsedArguments =
  | {
      readonly ok: true;
      readonly args: JsonObject;
      /** The text was mended and something may be missing: nothing may be changed on its word. */
      readonly lossy: boolean;
      /** What was mended; empty when the text is run as it was written. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly text: string };

/** The argument text of a call as an object, or what the model is told (RPR-9). */
export function parseArguments(name: string, argsText: string): ParsedArguments {
  const reading = readArgs(argsText);
  return reading.ok
    ? { ok: true, args: reading.value, lossy: reading.lossy, notes: reading.notes }
    : { ok: false, text: malformedText(name, reading.problem) };
}
