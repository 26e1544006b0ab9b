import type { JsonValue, ToolDetails } from "@squire/protocol";
import type { ToolEnd } from "../view/item.ts";
import { plural } from "./format.ts";

/** How a call ended, in a few words: what it found, changed or left. Strangers' text, not yet inert. */
export function resultWords(name: string, end: ToolEnd): string {
  // Why it failed stands elsewhere.
  return end.ok ? foundWords(name, end) : ENDINGS[end.details.ending];
}

const ENDINGS: Readonly<Record<ToolDetails["ending"], string>> = {
  ran: "failed",
  denied: "denied",
  refused: "refused",
  invalid: "not run",
  interrupted: "not run",
  aborted: "stopped",
  timed_out: "timed out",
  lost: "lost",
};

function foundWords(name: string, { summary, text, details }: ToolEnd): string {
  const diff = diffOf(details.data);
  if (diff !== null) return changeWords(diff);
  const { exitCode } = details;
  if (exitCode !== undefined && exitCode !== 0) return `exit ${exitCode}`;
  const matches = numberIn(details.data, "matches");
  const files = numberIn(details.data, "files");
  if (name === "grep" && matches !== null && files !== null) {
    return `${plural(matches, "match", "matches")} in ${plural(files, "file")}`;
  }
  // The first of many lines says nothing about the rest.
  const lines = text.trimEnd().split("\n").length;
  return lines > 1 ? plural(lines, "line") : summary;
}

/** `+9 −2` */
function changeWords(diff: string): string {
  const rows = diff.split("\n");
  const added = rows.filter((row) => row.startsWith("+") && !row.startsWith("+++ ")).length;
  const removed = rows.filter((row) => row.startsWith("-") && !row.startsWith("--- ")).length;
  return [added > 0 ? `+${added}` : "", removed > 0 ? `−${removed}` : ""].join(" ").trim();
}

/** Editing tools keep their diff in `data.diff`. */
export function diffOf(data: JsonValue | undefined): string | null {
  const diff = fieldOf(data, "diff");
  return typeof diff === "string" && diff !== "" ? diff : null;
}

function numberIn(data: JsonValue | undefined, key: string): number | null {
  const value = fieldOf(data, key);
  return typeof value === "number" ? value : null;
}

function fieldOf(data: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  return Object.entries(data).find(([name]) => name === key)?.[1];
}
