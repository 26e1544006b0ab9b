import type { Entry, JsonObject, JsonValue } from "@squire/protocol";
import { isList } from "../repair/canonical-json.ts";
import { isObject, readArgs } from "../repair/read-args.ts";
import { toolNamed } from "./overlay.ts";
import { READERS, WRITERS } from "./settings.ts";

/** Which files a session has looked at and changed (CMP-10). Sorted; a changed one is not a read one. */
export type FileLists = {
  readonly readFiles: readonly string[];
  readonly modifiedFiles: readonly string[];
};

export const NO_FILES: FileLists = { readFiles: [], modifiedFiles: [] };

const PATH_KEYS = ["path", "file_path", "file", "filename", "notebook_path"];
const MOST_LISTED = 200;

/** Those of earlier summaries and those of entries; calls that failed touched nothing. */
export function collectFiles(earlier: FileLists, entries: readonly Entry[]): FileLists {
  const read = new Set(earlier.readFiles);
  const modified = new Set(earlier.modifiedFiles);
  const paths = pathsByCall(entries);
  for (const entry of entries) {
    if (entry.type !== "tool_result") continue;
    const { outcome, details } = entry;
    for (const path of details.changedFiles ?? []) modified.add(path);
    if (outcome.failed) continue;
    const name = toolNamed(outcome.name);
    const own = paths.get(outcome.callId) ?? [];
    if (READERS.has(name)) for (const path of own) read.add(path);
    if (WRITERS.has(name)) for (const path of own) modified.add(path);
  }
  for (const path of modified) read.delete(path);
  return { readFiles: [...read].sort(), modifiedFiles: [...modified].sort() };
}

/** The lists as they stand at the end of a summary; "" when there are none. */
export function fileTags({ readFiles, modifiedFiles }: FileLists): string {
  return [tag("read-files", readFiles), tag("modified-files", modifiedFiles)]
    .filter((text) => text !== "")
    .join("\n");
}

/** From what an earlier summary of ours kept in its `details`. */
export function filesIn(details: JsonValue | undefined): FileLists {
  if (!isObject(details)) return NO_FILES;
  return {
    readFiles: textsIn(details["readFiles"]),
    modifiedFiles: textsIn(details["modifiedFiles"]),
  };
}

function pathsByCall(entries: readonly Entry[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const entry of entries) {
    if (entry.type !== "message" || entry.message.role !== "assistant") continue;
    for (const block of entry.message.content) {
      if (block.type !== "call") continue;
      const args = readArgs(block.argsText);
      if (args.ok) found.set(block.id, pathsIn(args.value));
    }
  }
  return found;
}

function pathsIn(args: JsonObject): readonly string[] {
  const own = PATH_KEYS.map((key) => args[key]).filter((value) => typeof value === "string");
  const edits = args["edits"];
  const inner = edits !== undefined && isList(edits) ? edits.filter(isObject).flatMap(pathsIn) : [];
  return [...own.slice(0, 1), ...inner].filter((path) => path !== "");
}

function tag(name: string, paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const rest = paths.length - MOST_LISTED;
  const more = rest > 0 ? [`… and ${rest} more`] : [];
  const lines = paths.slice(0, MOST_LISTED).map((path) => path.replaceAll(/[\n\r<>]/g, " "));
  return [`<${name}>`, ...lines, ...more, `</${name}>`].join("\n");
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (value === undefined || !isList(value)) return [];
  return value.filter((item) => typeof item === "string");
}
