import { createAgent, ToolRegistry } from "@squire/agent";
import { contextViewer, fileStore, nodeDisk, systemProcesses } from "@squire/session";
import type { AgentEvent, Report } from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import { FakeClock, fakeIds, ScriptedModel } from "@squire/testkit";
import type { ScriptedReply } from "@squire/testkit";
import type { ResearchLimits } from "../limits.ts";
import { LocalIndex } from "../sources/local-index.ts";
import { countedSearch } from "../tools/counted.ts";
import { localSearchTool } from "../tools/local-search.ts";
import { noteEvidenceTool } from "../tools/note-evidence.ts";
import type { Notebook } from "../turn/notebook.ts";
import { ResearchGuide } from "../turn/research-guide.ts";
import { memoryNotebook } from "./memory-notebook.ts";

export const LIMITS: ResearchLimits = {
  minSearches: 1,
  maxSearches: 3,
  timeMs: 180_000,
  parallel: 1,
};

export type GuidedRigOptions = {
  readonly limits?: Partial<ResearchLimits>;
  readonly onEvent?: (event: AgentEvent, clock: FakeClock) => void;
  readonly documents: Readonly<Record<string, string>>;
};

/** A turn of research by the real loop, in memory, in time that passes only when a test says so. */
export function guidedRig(replies: readonly ScriptedReply[], options: GuidedRigOptions) {
  const clock = new FakeClock(0);
  const ids = fakeIds("id");
  const ports = {
    disk: nodeDisk(),
    clock,
    ids,
    processes: systemProcesses(),
    freeMemory: () => 1e9,
  };
  const session = fileStore(ports, "").createEphemeral({ cwd: "/" });
  const { notebook } = memoryNotebook();
  const limits = { ...LIMITS, ...options.limits };
  const reports: Report[] = [];
  const events: AgentEvent[] = [];
  const registry = toolsOver(options.documents, notebook, limits);
  const model = new ScriptedModel(...replies);
  const viewer = contextViewer();
  const emit = (event: AgentEvent): void => {
    events.push(event);
    options.onEvent?.(event, clock);
  };
  const agent = createAgent(
    {
      sessionId: "s",
      tools: registry,
      log: session,
      view: () => viewer(session.tree.view()).messages,
      model: () => model,
      emit,
      clock,
      ids,
      workspace: () => ({ cwd: "/", env: {} }),
      gate: () => ({
        verdict: "allow",
        trail: [{ stage: "fallback", verdict: "allow", reason: "a test" }],
      }),
      guide: ({ runId }) =>
        new ResearchGuide({
          runId,
          question: "how tall is it?",
          notebook,
          limits,
          clock,
          emit,
          finishOnly: false,
          begin: () => {},
          hidePages: () => Promise.resolve(),
          record: (report) => {
            reports.push(report);
            return Promise.resolve();
          },
        }),
    },
    { settings: { mode: "research" } },
  );
  const ask = () => agent.prompt(userText("how tall is it?"));
  return { ask, agent, clock, events, model, notebook, reports, session };
}

function toolsOver(
  texts: GuidedRigOptions["documents"],
  notebook: Notebook,
  limits: ResearchLimits,
): ToolRegistry {
  const documents = Object.entries(texts).map(([place, text]) => {
    return { kind: "file", place, title: place, text, foreign: false, changedAt: 0 } as const;
  });
  const index = new LocalIndex(documents);
  const local = {
    notebook,
    index: () => Promise.resolve(index),
    wrap: (_place: string, text: string) => text,
  };
  const registry = new ToolRegistry();
  registry.add(countedSearch(localSearchTool(local), { notebook, limits: () => limits }));
  registry.add(noteEvidenceTool(notebook));
  return registry;
}
