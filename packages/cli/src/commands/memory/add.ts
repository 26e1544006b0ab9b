import { readFile, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { AddedItem } from "@squire/memory";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../../args.ts";
import type { Io } from "../../io.ts";
import { counted } from "../../output/figures.ts";
import type { MemoryAt } from "./memory-at.ts";
import { printJson, say } from "../sessions-at.ts";
import { embedAll } from "./progress.ts";
import { readJsonl, textField } from "./read-jsonl.ts";

/** `squire memory add`: texts line by line, or documents. Returns when they can be found. */
export async function memoryAdd(
  { flags }: Invocation<"memory add">,
  { index, io }: MemoryAt,
): Promise<number> {
  const { addItems } = await import("@squire/memory");
  if (flags.jsonl === undefined && flags.file.length === 0) {
    say(io, "say what to add: --file FILE or --jsonl FILE.");
    return EXIT_CODES.usage;
  }
  const report = { items: 0, sources: 0, changed: 0 };
  if (flags.jsonl !== undefined) {
    const items = await readJsonl(flags.jsonl, io, itemOf);
    if (typeof items === "string") {
      say(io, items);
      say(io, 'Each line is {"id", "text", "at"?, "speaker"?, "session"?}.');
      return EXIT_CODES.usage;
    }
    Object.assign(report, addItems(index, items, basename(flags.jsonl)));
  }
  for (const file of flags.file) {
    const added = await addFile(file, { index, io });
    if (added === null) return EXIT_CODES.usage;
    report.items++;
    report.sources++;
    if (added) report.changed++;
  }
  const embedded = await embedAll(index, io);
  if (flags.json) printJson(io, { ...report, embedded });
  else
    say(
      io,
      `added ${counted(report.items, "item")}, ${report.changed} of ${counted(report.sources, "source")} new.`,
    );
  return EXIT_CODES.ok;
}

function itemOf(value: Readonly<Record<string, unknown>>): AddedItem | null {
  const [id, text] = [textField(value["id"]), value["text"]];
  if (id === undefined || typeof text !== "string") return null;
  const [at, speaker] = [textField(value["at"]), textField(value["speaker"])];
  const session = textField(value["session"]);
  return {
    id,
    text,
    ...(at === undefined ? {} : { at }),
    ...(speaker === undefined || speaker === "" ? {} : { speaker }),
    ...(session === undefined ? {} : { session }),
  };
}

/** Null: it cannot be read, which is said. */
async function addFile(
  file: string,
  { index, io }: { readonly index: MemoryAt["index"]; readonly io: Io },
): Promise<boolean | null> {
  const { addDocument } = await import("@squire/memory");
  const path = resolve(io.cwd, file);
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
    return addDocument(index, { path, text, at: Math.round(mtimeMs) });
  } catch (error) {
    say(io, `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
