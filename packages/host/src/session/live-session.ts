import type { Agent, MakeGuide } from "@squire/agent";
import { createAgent } from "@squire/agent";
import type { AgentEvent, Mode, Trust } from "@squire/protocol";
import { contextViewer } from "@squire/session";
import type { OpenSession } from "@squire/session";
import { withSummary } from "../autonomous/with-summary.ts";
import { pinnedMemory } from "../memory/pinned-memory.ts";
import type { Pinned } from "../memory/pinned-memory.ts";
import { loadRules } from "../rules/load-rules.ts";
import { withRules } from "../rules/with-rules.ts";
import { ResearchDesk } from "../research/research-desk.ts";
import { ruleEvents } from "../safety/record-rules.ts";
import { loadCustomTools } from "../workbench/custom/load-custom.ts";
import type { LoadedCustom } from "../workbench/custom/load-custom.ts";
import { warningOf } from "../workbench/custom/warning.ts";
import { Workbench } from "../workbench/workbench.ts";
import { beginSession } from "./begin-session.ts";
import type { Beginning } from "./begin-session.ts";
import { LiveControls } from "./live-controls.ts";
import type { LiveInput } from "./live-input.ts";
import { memoryOf, portsOf } from "./loop-ports.ts";
import type { LiveParts } from "./loop-ports.ts";
import { mentionGuide } from "./mention-guide.ts";
import { snapshotPort } from "./snapshot-port.ts";
import { systemText } from "./system-text.ts";
import { userMethods } from "./user-methods.ts";
import type { UserMethods } from "./user-methods.ts";

/** A session with an agent at work in it. */
export type LiveSession = AsyncDisposable &
  UserMethods & {
    readonly agent: Agent;
    readonly session: OpenSession;
    readonly workbench: Workbench;
    readonly mode: Mode;
    /** As the session began. */
    readonly trust: Trust;
    /** What may be changed while it is open. */
    readonly controls: LiveControls;
    readonly research: ResearchDesk;
  };

/** Joins log, loop, tools and gate into one running session, as the log left it (SES-9). */
export async function openLiveSession(input: LiveInput): Promise<LiveSession> {
  const { host, session } = input;
  const { mode, trust, had, note, lost, resumed } = await beginSession(input);
  const rules = await loadRules(host);
  const pinned = withSummary(withRules(await pinnedMemory(host), rules), host);
  const system = systemText({ ...input, mode, pinned });
  const settings = agentSettings(input, { mode, system });
  const viewer = contextViewer();
  const view = () => viewer(session.tree.view());
  let dials: LiveControls | null = null;
  let started: Agent | null = null;
  const hear = (event: AgentEvent): void => {
    workbench.hear(event);
    input.emit(event);
    dials?.hear(event);
    memory.hear(event, input.approve !== undefined);
  };
  const workbench = await Workbench.open({
    ...input,
    mode: () => started?.settings.mode ?? mode,
    trust: () => session.state().trust ?? trust,
    approve: input.approve ?? null,
    askUser: input.askUser ?? null,
    view: () => view().sources,
    onTool: (tool) => void started?.addTool(tool),
  });
  for (const event of ruleEvents(input.rules, { had, now: trust })) workbench.audit.hold(event);
  const snapshots = snapshotPort(session, host.home, workbench);
  const custom = await customOf(input, workbench, hear);
  const memory = memoryOf(input, workbench, hear);
  const made = { workbench, view, snapshots, custom, memory };
  const parts: LiveParts = { ...input, ...made, emit: hear, fileRules: rules.rules };
  const { agent, controls, research } = await joinAgent(parts, { settings, resumed, pinned });
  dials = controls;
  started = agent;
  tellOpening(input.emit, { note, lost, pinned, queue: agent.queue, problems: rules.problems });
  return {
    agent,
    session,
    workbench,
    mode,
    trust,
    controls,
    research,
    ...userMethods({ ...parts, emit: input.emit, agent }),
    [Symbol.asyncDispose]: () => closeAll(parts),
  };
}

type Start = {
  readonly settings: ReturnType<typeof agentSettings>;
  readonly resumed: Beginning["resumed"];
  readonly pinned: Pinned;
};

/** The loop with what leads it, and the dials on it. */
async function joinAgent(parts: LiveParts, { settings, resumed, pinned }: Start) {
  const { host, session, workbench, emit, research: wish = {} } = parts;
  const { ports, ...joined } = portsOf(parts, settings.system);
  const { registry } = joined;
  const research = new ResearchDesk({ host, session, workbench, registry, emit }, wish);
  await research.enter(settings.mode);
  const cwd = (): string => workbench.workspace().cwd;
  const guide: MakeGuide = (turn) =>
    research.guide(turn) ?? mentionGuide({ session, runId: turn.runId, cwd, emit });
  const agent = createAgent({ ...ports, guide }, { settings, ...resumed });
  const systemFor = (mode: Mode): string =>
    systemText({ ...parts, mode, pinned, research: research.wish });
  const entering = (mode: Mode): Promise<void> => research.enter(mode);
  const controls = new LiveControls({ ...joined, agent, session, systemFor, emit, entering });
  return { agent, controls, research };
}

/** Each, also when one before it failed: a shell must not outlive its session. */
async function closeAll({ memory, custom, workbench }: LiveParts): Promise<void> {
  try {
    await memory[Symbol.asyncDispose]();
  } finally {
    try {
      await custom.close();
    } finally {
      await workbench[Symbol.asyncDispose]();
    }
  }
}

type Told = {
  readonly note: string | null;
  readonly lost: string | null;
  readonly pinned: Pick<Pinned, "note">;
  readonly queue: Agent["queue"];
  readonly problems: readonly string[];
};

/** What is other than the user left it, and what still waits to be sent. */
function tellOpening(emit: LiveInput["emit"], { note, lost, pinned, queue, problems }: Told): void {
  if (note !== null) emit({ type: "warning.raised", code: "trust.yolo", message: note });
  if (lost !== null) emit({ type: "warning.raised", code: "actions.lost", message: lost });
  const { note: left } = pinned;
  if (left !== undefined) emit({ type: "warning.raised", code: "memory", message: left });
  for (const message of problems) emit({ type: "warning.raised", code: "rule.unread", message });
  if (queue.length > 0) emit({ type: "queue.changed", items: queue });
}

/** The user's own tools; none where no tool is wanted. */
async function customOf(
  { host, session, askUser, tools }: LiveInput,
  workbench: Workbench,
  emit: (event: AgentEvent) => void,
): Promise<LoadedCustom> {
  if (!tools) return { tools: [], close: () => Promise.resolve() };
  const warn = (message: string): void => emit(warningOf(message));
  return loadCustomTools({
    host,
    workbench,
    askUser: askUser ?? null,
    home: host.home,
    sessionId: session.header.id,
    warn,
  });
}

function agentSettings(
  input: LiveInput,
  { mode, system }: { readonly mode: Mode; readonly system: string },
) {
  const { host, session, info, thinking, maxSteps, budgetUsd } = input;
  const { agent, network, budgetTokens, budgetWall } = host.loaded.settings;
  return {
    system,
    mode,
    maxSteps,
    budget: { usd: budgetUsd, tokens: budgetTokens, wallMs: budgetWall * 1000 },
    request: {
      // Models that reason refuse a temperature or ignore it.
      ...(info.reasoning ? {} : { temperature: agent.temperature }),
      ...(thinking === undefined ? {} : { thinking }),
      cacheKey: session.header.id,
      cacheRetention: network.cacheRetention,
    },
  };
}
