import type { Agent, AgentPorts, Approve, MakeGuide } from "@squire/agent";
import { advertiser, createAgent, isNearlyFull, tokenCounter, ToolRegistry } from "@squire/agent";
import type { ModelInfo } from "@squire/llm";
import { systemClock } from "@squire/platform";
import type { AgentEvent, Mode, Model, ThinkingLevel, Trust, Usage } from "@squire/protocol";
import type { Sandbox } from "@squire/safety";
import { contextViewer, replyDraft } from "@squire/session";
import type { ContextView, OpenSession, PreListener } from "@squire/session";
import { blockCalls, fitImages } from "@squire/tools";
import type { AskUser } from "@squire/tools";
import { ResearchDesk } from "../research/research-desk.ts";
import type { ResearchWish } from "../research/research-parts.ts";
import type { RunRules } from "../safety/policy.ts";
import type { OpenModel } from "../models/assemble.ts";
import type { Host } from "../open.ts";
import { pinnedMemory } from "../memory/pinned-memory.ts";
import type { Pinned } from "../memory/pinned-memory.ts";
import { SessionMemory } from "../memory/session-memory.ts";
import { ruleEvents } from "../safety/record-rules.ts";
import { artifactPort } from "./artifact-port.ts";
import { compactionSettings } from "./compaction-settings.ts";
import { CurrentModel } from "./current-model.ts";
import { dateFacts } from "./date-facts.ts";
import { LiveControls } from "./live-controls.ts";
import type { ControlParts } from "./live-controls.ts";
import { keepDraft } from "./keep-draft.ts";
import { mentionGuide } from "./mention-guide.ts";
import { sessionPorts } from "../sessions.ts";
import { beginSession } from "./begin-session.ts";
import type { Beginning } from "./begin-session.ts";
import { callIdsIn } from "./resume.ts";
import { recentBranch } from "./recent-branch.ts";
import { Shortening } from "./shortening.ts";
import { summarisersOf } from "./summarisers.ts";
import { snapshotPort } from "./snapshot-port.ts";
import type { SnapshotPort } from "./snapshot-port.ts";
import { editsInWords, systemText } from "./system-text.ts";
import { userMethods } from "./user-methods.ts";
import type { UserMethods } from "./user-methods.ts";
import type { ConfirmYolo } from "./trust-dial.ts";
import type { UserBash } from "../workbench/user-command.ts";
import { addCustom, loadCustomTools } from "../workbench/custom/load-custom.ts";
import type { LoadedCustom } from "../workbench/custom/load-custom.ts";
import { warningOf } from "../workbench/custom/warning.ts";
import { Workbench } from "../workbench/workbench.ts";

export type LiveInput = {
  readonly host: Host;
  readonly session: OpenSession;
  readonly info: ModelInfo;
  readonly model: OpenModel;
  readonly thinking?: ThinkingLevel;
  /** By default what the session had, and `code` for a new one. */
  readonly mode?: Mode;
  /** Replaces the built-in instructions; "" sends none. */
  readonly system?: string;
  readonly appendSystem?: string;
  /** By default what the session had, and `review` for a new one. */
  readonly trust?: Trust;
  /** `--yes`. */
  readonly yes: boolean;
  /** `--allow`, `--ask`, `--deny`. */
  readonly rules?: RunRules;
  /** Puts approvals to whoever is there; absent: nobody is (C8). */
  readonly approve?: Approve;
  /** How long an answer is waited for, as requests say it; absent: as long as it takes. */
  readonly approvalMs?: number;
  readonly askUser?: AskUser;
  /** Asked before everything may happen unasked; absent: only a flag is a yes (PERM-9). */
  readonly confirmYolo?: ConfirmYolo;
  /** Stands in for the shell behind `!` (SH-15). */
  readonly userBash?: UserBash;
  readonly tools: boolean;
  /** How research is done here. */
  readonly research?: ResearchWish;
  readonly maxSteps: number;
  /** 0 = no limit. */
  readonly budgetUsd: number;
  readonly emit: (event: AgentEvent) => void;
  /** Asked before a compaction (SES-8). */
  readonly before?: readonly PreListener[];
  /** Told of what confines commands when the first one runs. */
  readonly onSandbox?: (sandbox: Sandbox) => void;
};

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
  const pinned = await pinnedMemory(host);
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
  const parts: Parts = { ...input, emit: hear, workbench, view, snapshots, custom, memory };
  const { agent, controls, research } = await joinAgent(parts, { settings, resumed, pinned });
  dials = controls;
  started = agent;
  tellOpening(input.emit, { note, lost, pinned, queue: agent.queue });
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
async function joinAgent(parts: Parts, { settings, resumed, pinned }: Start) {
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

async function closeAll({ memory, custom, workbench }: Parts): Promise<void> {
  await memory[Symbol.asyncDispose]();
  await custom.close();
  await workbench[Symbol.asyncDispose]();
}

type Told = {
  readonly note: string | null;
  readonly lost: string | null;
  readonly pinned: Pick<Pinned, "note">;
  readonly queue: Agent["queue"];
};

/** What is other than the user left it, and what still waits to be sent. */
function tellOpening(emit: LiveInput["emit"], { note, lost, pinned, queue }: Told): void {
  if (note !== null) emit({ type: "warning.raised", code: "trust.yolo", message: note });
  if (lost !== null) emit({ type: "warning.raised", code: "actions.lost", message: lost });
  const { note: left } = pinned;
  if (left !== undefined) emit({ type: "warning.raised", code: "memory", message: left });
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

type Parts = LiveInput & {
  readonly workbench: Workbench;
  readonly view: () => ContextView;
  readonly snapshots: SnapshotPort;
  readonly custom: LoadedCustom;
  readonly memory: SessionMemory;
};

type Joined = Pick<ControlParts, "current" | "registry" | "shortening"> & {
  readonly ports: AgentPorts;
};

function portsOf(input: Parts, system: string): Joined {
  const { host, session, workbench, view, snapshots } = input;
  const current = new CurrentModel(input.info, input.model);
  const registry = toolsOf(input);
  const counter = tokenCounter();
  const fixedTokens = counter.text(system) + counter.tools(registry.specs());
  const costOf = (id: string, usage: Usage) => host.models.knownCost(id, usage);
  const shortening = new Shortening({
    session,
    info: () => current.info,
    summarisers: () => summarisersOf({ host, session, current, costOf }),
    settings: compactionSettings(host),
    fixedTokens,
    price: () => host.models.price(current.info),
    emit: input.emit,
    ...(input.before === undefined ? {} : { before: input.before }),
  });
  const draft = draftKeeper(session);
  const ports: AgentPorts = {
    sessionId: session.header.id,
    tools: registry,
    log: session,
    emit: (event) => {
      if (event.type === "turn.started") for (const one of [current, snapshots]) one.beginTurn();
      draft(event);
      if (event.type === "step.started") workbench.guard.startStep();
      input.emit(event);
    },
    clock: systemClock,
    ids: () => crypto.randomUUID(),
    workspace: workbench.workspace,
    gate: workbench.gate,
    approve: workbench.approve,
    guardCall: workbench.guard.guardCall,
    callsInWords: editsInWords({ ...input, mode: "code" }) ? blockCalls : null,
    approvalMs: input.approvalMs ?? null,
    redact: workbench.redactor.redact,
    fit: fitImages,
    reveal: workbench.reveal,
    view: () => view().messages,
    model: () => pricedModel(host, current),
    artifacts: artifactPort(session, workbench.redactor),
    ...(session.path === null ? {} : { snapshot: snapshots.snapshot }),
    costOf,
    spent: () => spentBy(session),
    digest: current.digest,
    onOverflow: async ({ signal }) => {
      const { enabled } = host.loaded.settings.contextPromotion;
      if (enabled && (await current.promote(host, session, input.emit))) return true;
      return (await shortening.shorten("overflow", { signal })) !== null;
    },
    isNearlyFull: (request) =>
      isNearlyFull(fixedTokens + counter.messages(request.messages), current.info.contextWindow),
    endOfTurn: shortening.endOfTurn,
    todos: () => session.state().todo,
    callIds: () => callIdsIn(recentBranch(session.tree)),
    volatileFacts: factsOf(input),
  };
  return { ports, current, registry, shortening };
}

/** What the model is told before a turn: the day, and what memory holds about it. */
function factsOf({ session, view, memory }: Parts): NonNullable<AgentPorts["volatileFacts"]> {
  const date = dateFacts(session, { view, now: () => systemClock.now() });
  return async (turn) => [...(await date(turn)), ...(await memory.recall(turn.userText))];
}

function memoryOf(
  { host, session, askUser }: LiveInput,
  workbench: Workbench,
  emit: (event: AgentEvent) => void,
): SessionMemory {
  return new SessionMemory({
    host,
    session,
    askUser: askUser ?? null,
    redact: workbench.redactor.redact,
    taintedBy: () => workbench.taint().sources,
    notice: (message) => emit({ type: "warning.raised", code: "memory", message }),
  });
}

/** The tools of this run, those alone that were left switched on (TOOL-11). */
function toolsOf({ host, session, tools, workbench, custom, memory }: Parts): ToolRegistry {
  const flatten = host.loaded.settings.tools.autoFlatten;
  const registry = new ToolRegistry({ advertise: advertiser({ flatten }) });
  if (tools) for (const tool of [...workbench.tools, ...memory.tools()]) registry.add(tool);
  addCustom(registry, custom);
  registry.setActive(session.state().activeTools);
  return registry;
}

/** A session that is kept nowhere keeps no draft either. */
function draftKeeper({ path }: OpenSession): (event: AgentEvent) => void {
  if (path === null) return () => {};
  return keepDraft(replyDraft(sessionPorts(), path));
}

/** Prices are looked up while the request is on its way: loading them must not hold it up. */
function pricedModel(host: Host, { model, info }: CurrentModel): Model {
  return {
    id: model.id,
    stream: (...args) => {
      // What the settings state is known at once: a budget must not miss the first reply.
      if (info.cost !== undefined) void host.models.price(info);
      else setTimeout(() => void host.models.price(info), PRICE_DELAY_MS);
      return model.stream(...args);
    },
  };
}

const PRICE_DELAY_MS = 5;

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

function spentBy(session: OpenSession) {
  const { session: totals } = session.usage();
  return {
    usd: totals.costUsd,
    tokens: totals.input + totals.output,
    wallMs: 0,
    unpriced: totals.unpriced,
  };
}
