import { branchViewer, contextReport, tokenCounter } from "@squire/agent";
import type { ContextReport } from "@squire/agent";
import type { Entry, ToolSpec } from "@squire/protocol";
import type { ReadSession } from "@squire/session";
import type { Host } from "../open.ts";
import { compactionSettings } from "./compaction-settings.ts";
import { recentBranch } from "./recent-branch.ts";
import { wishesOf } from "./resume.ts";

type Read = Pick<ReadSession, "tree" | "state">;

/** What a request begins with, and the window it has to fit into. */
export type RequestFrame = {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  /** 0 = unknown. */
  readonly window: number;
};

/** What the next request of a session would be made of, as its log tells (USE-6, USE-7). */
export async function sessionContext(host: Host, session: Read): Promise<ContextReport> {
  const prefix = recentBranch(session.tree).findLast(
    (entry): entry is Entry<"prefix"> => entry.type === "prefix",
  );
  const choice = await host.models.choose(wishesOf(session));
  return contextOf(host, session, {
    system: prefix?.system ?? "",
    tools: prefix?.tools ?? [],
    window: choice.ok ? choice.model.contextWindow : 0,
  });
}

/** The same where the frame is known: of a session that is open. */
export function contextOf(host: Host, session: Read, frame: RequestFrame): ContextReport {
  const counter = tokenCounter();
  return contextReport({
    ...frame,
    view: branchViewer(counter)(session.tree.view()),
    counter,
    lastPromptTokens: session.state().lastPromptTokens,
    settings: compactionSettings(host),
  });
}
