import { estimateTokens } from "@squire/agent";
import type { Entry, EntryDraft } from "@squire/protocol";
import type { OpenSession } from "@squire/session";

/** Shorter outcomes say no more than what would stand in their place. */
const FEWEST_CHARS = 60;

/** These say what was kept; everything else that was read is in the notes or of no use. */
const KEPT: ReadonlySet<string> = new Set(["note_evidence"]);

/** What was read in a run is taken out of the view: the report is written from notes (RES-15). */
export async function hidePages(session: OpenSession, runId: string): Promise<void> {
  const overlays = session.tree
    .view()
    .filter((entry): entry is Entry<"tool_result"> => entry.type === "tool_result")
    .filter((entry) => entry.runId === runId && !KEPT.has(entry.outcome.name))
    .flatMap(overlayOf);
  if (overlays.length === 0) return;
  const tokensSaved = overlays.reduce((sum, overlay) => sum + overlay.tokensSaved, 0);
  await session.append({ type: "prune", cause: "prune", overlays, tokensSaved });
}

function overlayOf({ id, outcome, details }: Entry<"tool_result">) {
  const text = outcome.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  if (text.length < FEWEST_CHARS || outcome.failed) return [];
  const where =
    details.artifactId === undefined ? "" : ` It is kept as artifact://${details.artifactId}.`;
  const shown = `[Read for notes and taken out.${where}]`;
  const tokensSaved = Math.max(0, estimateTokens(text) - estimateTokens(shown));
  const overlay: EntryDraft<"prune">["overlays"][number] = {
    entryId: id,
    text: shown,
    tokensSaved,
  };
  return [overlay];
}
