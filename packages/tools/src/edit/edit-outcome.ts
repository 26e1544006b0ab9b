import type { OutputDetails } from "@squire/agent";
import { lineChange } from "./line-change.ts";
import { splitLines } from "./lines.ts";
import type { FileEdit } from "./text-file.ts";

/** What faces draw of an edit, and the words for the model. */
export type EditOutcome = {
  readonly files: readonly {
    readonly name: string;
    readonly what: "created" | "changed" | "deleted";
    readonly added: number;
    readonly removed: number;
    readonly diff: string;
  }[];
  /** More words for the model, such as new anchors. */
  readonly notes?: readonly string[];
};

type FileOutcome = EditOutcome["files"][number];

const MAX_DIFF = 20_000;
/** Texts with more differences have little in common, and finding the fewest takes long. */
const MOST_EDITS = 2_000;

/** Diffs are made once, here, so that no face has to read the files again (EDIT-8). */
export async function outcomeOf(edits: readonly FileEdit[]): Promise<EditOutcome> {
  const { createTwoFilesPatch } = await import("diff");
  const files = edits.map(({ file, text }): FileOutcome => {
    const { name } = file.place;
    const what = text === null ? "deleted" : file.hash === null ? "created" : "changed";
    const options = { context: 3, maxEditLength: MOST_EDITS };
    const patch = createTwoFilesPatch(name, name, file.text, text ?? "", "", "", options);
    const diff = patch ?? plainDiff(name, file.text, text ?? "");
    const body = diff.split("\n").slice(4);
    return {
      name,
      what,
      added: body.filter((line) => line.startsWith("+")).length,
      removed: body.filter((line) => line.startsWith("-")).length,
      diff: diff.length > MAX_DIFF ? `${diff.slice(0, MAX_DIFF)}\n… (cut)` : diff,
    };
  });
  return { files };
}

/** One hunk from the first line that differs to the last. */
function plainDiff(name: string, before: string, after: string): string {
  const plain = (text: string): readonly string[] => splitLines(text).map((line) => line.text);
  const { from, removed, added } = lineChange(plain(before), plain(after));
  return [
    "=".repeat(67),
    `--- ${name}`,
    `+++ ${name}`,
    `@@ -${from + 1},${removed.length} +${from + 1},${added.length} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
  ].join("\n");
}

export function toldOf({ files, notes = [] }: EditOutcome): string {
  const done = files.map(({ name, what, added, removed }) => {
    if (what === "deleted") return `Deleted ${name}.`;
    if (what === "created") return `Created ${name} (${added} lines).`;
    return `Edited ${name} (+${added} −${removed}).`;
  });
  return [...done, ...notes].join("\n");
}

export function detailsOf({ files }: EditOutcome): OutputDetails {
  return {
    changedFiles: files.map(({ name }) => name),
    data: { files: files.map((file) => ({ ...file })) },
  };
}
