import type { Entry, JsonObject } from "@squire/protocol";
import { isObject } from "../repair/read-args.ts";
import type { FileLists } from "./files.ts";
import { fileTags } from "./files.ts";

/** CMP-7: what separates the notes on the turn that was cut from those on what came before. */
export const SPLIT_HEADING = "## Turn context (split turn)";

const SHORT = 160;

/** The notes on both sides of a turn's beginning as one text. */
export function joinSummaries(history: string, turn: string | null): string {
  if (turn === null || turn.trim() === "") return history;
  const split = `---\n\n${SPLIT_HEADING}\n\n${turn.trim()}`;
  return history.trim() === "" ? split : `${history.trim()}\n\n${split}`;
}

/** The whole text of a compaction entry: what code keeps, what a model wrote, which files. */
export function summaryText(keepsakes: string, body: string, files: FileLists): string {
  const parts = [
    keepsakes,
    body.trim() === "" ? "" : `## Summary\n\n${body.trim()}`,
    fileTags(files),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** What the next compaction needs to know of this one. */
export function summaryDetails(body: string, files: FileLists, by: string | null): JsonObject {
  return {
    kind: "squire-summary",
    body,
    readFiles: files.readFiles,
    modifiedFiles: files.modifiedFiles,
    by,
  };
}

/** The notes of an earlier compaction without what code adds to each. */
export function earlierNotes(compaction: Entry<"compaction"> | null): string | null {
  if (compaction === null) return null;
  const { details, fromExtension, summary } = compaction;
  const body = isObject(details) && fromExtension !== true ? details["body"] : undefined;
  return typeof body === "string" ? body : summary;
}

/** The first sentence that says something. */
export function shortSummaryOf(body: string): string {
  const line =
    body.split("\n").find((text) => text.trim() !== "" && !/^\s*(?:#|---)/.test(text)) ?? "";
  const plain = line.replace(/^\s*[-*]\s+/, "").trim();
  return plain.length <= SHORT ? plain : `${plain.slice(0, SHORT - 1).toWellFormed()}…`;
}
