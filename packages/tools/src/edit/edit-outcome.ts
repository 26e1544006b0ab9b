import type { OutputDetails } from "@squire/agent";
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
};

const MAX_DIFF = 20_000;

/** Diffs are made once, here, so that no face has to read the files again (EDIT-8). */
export async function outcomeOf(edits: readonly FileEdit[]): Promise<EditOutcome> {
  const { createTwoFilesPatch } = await import("diff");
  const files = edits.map(({ file, text }) => {
    const { name } = file.place;
    const diff = createTwoFilesPatch(name, name, file.text, text ?? "", "", "", { context: 3 });
    const body = diff.split("\n").slice(4);
    return {
      name,
      what:
        text === null
          ? ("deleted" as const)
          : file.hash === null
            ? ("created" as const)
            : ("changed" as const),
      added: body.filter((line) => line.startsWith("+")).length,
      removed: body.filter((line) => line.startsWith("-")).length,
      diff: diff.length > MAX_DIFF ? `${diff.slice(0, MAX_DIFF)}\n… (cut)` : diff,
    };
  });
  return { files };
}

export function toldOf({ files }: EditOutcome): string {
  return files
    .map(({ name, what, added, removed }) => {
      if (what === "deleted") return `Deleted ${name}.`;
      if (what === "created") return `Created ${name} (${added} lines).`;
      return `Edited ${name} (+${added} −${removed}).`;
    })
    .join("\n");
}

export function detailsOf({ files }: EditOutcome): OutputDetails {
  return {
    changedFiles: files.map(({ name }) => name),
    data: { files: files.map((file) => ({ ...file })) },
  };
}
