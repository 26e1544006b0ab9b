import { branchViewer, contextReport, tokenCounter } from "@squire/agent";
import type { ContextReport } from "@squire/agent";
import type { Entry } from "@squire/protocol";
import type { ReadSession } from "@squire/session";
import type { Host } from "../open.ts";
import { compactionSettings } from "./compaction-settings.ts";
import { recentBranch } from "./recent-branch.ts";
import { wishesOf } from "./resume.ts";

/** What the next request of a session would be made of, as its log tells (USE-6, USE-7). */
export async function sessionContext(
  host: Host,
  session: Pick<ReadSession, "tree" | "state">,
): Promise<ContextReport> {
  const counter = tokenCounter();
  const prefix = recentBranch(session.tree).findLast(
    (entry): entry is Entry<"prefix"> => entry.type === "prefix",
  );
  const choice = await host.models.choose(wishesOf(session));
  return contextReport({
    view: branchViewer(counter)(session.tree.view()),
    counter,
    system: prefix?.system ?? "",
    tools: prefix?.tools ?? [],
    lastPromptTokens: session.state().lastPromptTokens,
    window: choice.ok ? choice.model.contextWindow : 0,
    settings: compactionSettings(host),
  });
}
