import type { OpenSession } from "@squire/session";
import { lostActions, lostActionsText } from "@squire/tools";
import { recentBranch } from "./recent-branch.ts";

const TOPIC = "lost actions";

/**
 * What was pending when the session was last left is gone with its process (RSLV-3). The model is
 * told by an entry, once; the user by what this resolves with. Null: nothing was lost.
 */
export async function tellLost(
  session: Pick<OpenSession, "tree" | "append">,
): Promise<string | null> {
  const branch = recentBranch(session.tree);
  const told = branch.findLastIndex((entry) => entry.type === "context" && entry.topic === TOPIC);
  const outcomes = branch
    .slice(told + 1)
    .flatMap((entry) => (entry.type === "tool_result" ? [entry.details.data] : []));
  const text = lostActionsText(lostActions(outcomes));
  if (text === null) return null;
  const advice = "None of them was applied. Preview again what is still wanted.";
  await session.append({ type: "context", topic: TOPIC, text: `${text}\n${advice}` });
  return text;
}
