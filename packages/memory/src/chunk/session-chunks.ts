import type { Entry } from "@squire/protocol";
import { textOf, userParts } from "@squire/protocol/values";
import type { Chunk } from "../index/source.ts";
import { chunkText } from "./chunk-text.ts";

/** What a turn says beyond this is code and logs rather than talk. */
const LONGEST = 2_000;

/** What was said in a session, turn by turn, with who and when; outcomes of tools and files are not remembered. */
export function sessionChunks(entries: readonly Entry[]): readonly Chunk[] {
  return entries.flatMap((entry): readonly Chunk[] => {
    if (entry.type !== "message") return [];
    const { message, ts } = entry;
    // What `@path` brought along is a file, not what the user says.
    const text = (
      message.role === "user" ? userParts(message.content).words : textOf(message)
    ).trim();
    if (text === "" || entry.synthetic === true) return [];
    const said = { speaker: message.role, at: new Date(ts).toISOString() };
    if (text.length <= LONGEST) return [{ ...said, text }];
    return chunkText(text).map((part) => ({
      ...said,
      text: part.text,
      context: part.context ?? "",
    }));
  });
}
