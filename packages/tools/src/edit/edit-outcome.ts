import type { OutputDetails } from "@squire/agent";
import { changeOf } from "../workspace/diff-of.ts";
import type { FileEdit } from "./text-file.ts";

/** What faces draw of an edit, and the words for the model. */
export type EditOutcome = {
  readonly files: readonly {
    readonly name: string;
    readonly what: "created" | "changed" | "deleted";
    readonly added: number;
    readonly removed: number;
    /** Unified; null where there is too little in common to show. */
    readonly diff: string | null;
  }[];
  /** More words for the model, such as new anchors. */
  readonly notes?: readonly string[];
};

/** Diffs are made once, here, so that no face has to read the files again (EDIT-8). */
export async function outcomeOf(edits: readonly FileEdit[]): Promise<EditOutcome> {
  const files = edits.map(async ({ file, text }) => ({
    name: file.place.name,
    what: whatOf(file.hash, text),
    ...(await changeOf(file.place.name, file.text, text ?? "")),
  }));
  return { files: await Promise.all(files) };
}

function whatOf(hash: string | null, text: string | null): "created" | "changed" | "deleted" {
  if (text === null) return "deleted";
  return hash === null ? "created" : "changed";
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
  const diffs = files.flatMap(({ diff }) => (diff === null ? [] : [diff]));
  return {
    changedFiles: files.map(({ name }) => name),
    data: {
      diff: diffs.length === 0 ? null : diffs.join("\n"),
      files: files.map(({ diff: _diff, ...file }) => file),
    },
  };
}
