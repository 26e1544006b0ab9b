import type { ToolRegistry } from "@squire/agent";
import type { AgentEvent } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import type { Host } from "../open.ts";
import type { Workbench } from "../workbench/workbench.ts";
import type { OfferedSources } from "./mode-tools.ts";

/** What the user wants of research in a session. */
export type ResearchWish = {
  readonly depth?: "quick" | "normal" | "deep";
  readonly sources?: OfferedSources;
  /** A folder of documents; absent: the workspace and past sessions. */
  readonly corpus?: string;
  /** For the whole answer, in milliseconds. */
  readonly timeMs?: number;
};

export type ResearchParts = {
  readonly host: Host;
  readonly session: OpenSession;
  readonly workbench: Workbench;
  readonly registry: ToolRegistry;
  /** As it stands now. */
  readonly wish: () => ResearchWish;
  readonly emit: (event: AgentEvent) => void;
};
