import type { EntryDraft } from "@squire/protocol";
import { NOTE_TOPIC } from "./marker.ts";
import type { RestoredFiles } from "./result.ts";

const MAX_PATHS = 30;

/**
 * Tells the model that files are not as it left them: it still remembers the turns that changed
 * them. Null when none changed.
 */
export function filesNote(files: readonly RestoredFiles[]): EntryDraft<"context"> | null {
  const lines = files.flatMap(({ steps, left }) => {
    const stayed = new Set(left.map(({ path }) => path));
    return steps
      .filter(({ path }) => !stayed.has(path))
      .map(({ path, to }) => `- ${JSON.stringify(path)}${to === null ? " (not there)" : ""}`);
  });
  if (lines.length === 0) return null;
  const rest = lines.length > MAX_PATHS ? [`- and ${lines.length - MAX_PATHS} more`] : [];
  const text = [
    "The user has put these files back to an earlier state. Read them again before you rely on them:",
    ...lines.slice(0, MAX_PATHS),
    ...rest,
  ].join("\n");
  return { type: "context", topic: NOTE_TOPIC, text };
}
