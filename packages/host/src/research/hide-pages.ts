import { estimateTokens } from "@squire/agent";
import type { Entry, EntryDraft } from "@squire/protocol";
import type { OpenSession } from "@squire/session";

/** Shorter outcomes say no more than what would stand in their place. */
const FEWEST_CHARS = 60;

/** These say what was kept; everything else that was read is in the notes or of no use. */
const KEPT: ReadonlySet<string> = new Set(["note_evidence"]);

/**
 * What was read for research since the last report is taken out of the view: the next one is written from notes
 * (RES-15). Also what a turn has read that was stopped before it came to that; what was read for code stays.
 */
export async function hidePages(session: OpenSession): Promise<void> {
  const view = session.tree.view();
  const since = view.slice(
    view.findLastIndex(({ type }) => type === "report" || type === "mode_change") + 1,
  );
  const hidden = new Set(
    since.flatMap((entry) =>
      entry.type === "prune" ? entry.overlays.map(({ entryId }) => entryId) : [],
    ),
  );
  const overlays = since
    .filter((entry): entry is Entry<"tool_result"> => entry.type === "tool_result")
    .filter(({ id, outcome }) => !hidden.has(id) && !KEPT.has(outcome.name))
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
