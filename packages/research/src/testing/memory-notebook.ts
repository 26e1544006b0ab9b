import { createHash } from "node:crypto";
import type { EvidenceNote } from "../evidence/note.ts";
import type { OpenedSource } from "../sources/source.ts";
import { Notebook } from "../turn/notebook.ts";

/** A notebook that keeps its texts in memory, with what was recorded of it. */
export function memoryNotebook(): {
  readonly notebook: Notebook;
  readonly recorded: EvidenceNote[];
} {
  const recorded: EvidenceNote[] = [];
  const notebook = new Notebook({
    store: {
      keep: ({ text }) =>
        Promise.resolve({
          text,
          sha256: createHash("sha256").update(text).digest("hex"),
          artifactId: null,
        }),
    },
    record: (note) => {
      recorded.push(note);
      return Promise.resolve();
    },
  });
  return { notebook, recorded };
}

export function page(place: string, text: string, title = "A page"): OpenedSource {
  return {
    kind: /^https?:/.test(place) ? "web" : "file",
    place,
    title,
    text,
    fetchedAt: 1_700_000_000_000,
  };
}

/** Notes as a model would have made them: `[place, quote, claim?]` each. */
export async function notesFrom(
  sources: readonly OpenedSource[],
  made: readonly (readonly [place: string, quote: string, claim?: string])[],
): Promise<readonly EvidenceNote[]> {
  const { notebook } = memoryNotebook();
  for (const source of sources) notebook.open(source);
  for (const [source, quote, claim = quote] of made) {
    const noted = await notebook.note({ source, quote, claim });
    if (noted.type !== "noted") throw new Error(`${noted.type}: ${quote}`);
  }
  return notebook.notes;
}
