import type { AgentPorts } from "@squire/agent";
import { advertiser, isNearlyFull, tokenCounter, ToolRegistry } from "@squire/agent";
import type { FileRule } from "@squire/memory";
import { systemClock } from "@squire/platform";
import type { AgentEvent, Model, Usage } from "@squire/protocol";
import { replyDraft } from "@squire/session";
import type { ContextView, OpenSession } from "@squire/session";
import { blockCalls, fitImages } from "@squire/tools";
import { SessionMemory } from "../memory/session-memory.ts";
import type { Host } from "../open.ts";
import { realRoot } from "../rules/real-root.ts";
import { rulesOnCalls } from "../rules/session-rules.ts";
import { sessionPorts } from "../sessions.ts";
import { addCustom } from "../workbench/custom/load-custom.ts";
import type { LoadedCustom } from "../workbench/custom/load-custom.ts";
import type { Workbench } from "../workbench/workbench.ts";
import { artifactPort } from "./artifact-port.ts";
import { compactionSettings } from "./compaction-settings.ts";
import { CurrentModel } from "./current-model.ts";
import { dateFacts } from "./date-facts.ts";
import { keepDraft } from "./keep-draft.ts";
import type { ControlParts } from "./live-controls.ts";
import type { LiveInput } from "./live-input.ts";
import { recentBranch } from "./recent-branch.ts";
import { callIdsIn } from "./resume.ts";
import { Shortening } from "./shortening.ts";
import type { SnapshotPort } from "./snapshot-port.ts";
import { summarisersOf } from "./summarisers.ts";
import { editsInWords } from "./system-text.ts";

/** What the loop of a session works with. */
export type LiveParts = LiveInput & {
  readonly workbench: Workbench;
  readonly view: () => ContextView;
  readonly snapshots: SnapshotPort;
  readonly custom: LoadedCustom;
  readonly memory: SessionMemory;
  /** Texts on how to work that join when a file is touched (MEM-8). */
  readonly fileRules: readonly FileRule[];
};

/** What the dials turn as well. */
export type Joined = Pick<ControlParts, "current" | "registry" | "shortening"> & {
  readonly ports: AgentPorts;
};

/** The ports of the loop, and what stands behind them. */
export function portsOf(input: LiveParts, system: string): Joined {
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
    ...factsOf(input),
  };
  return { ports, current, registry, shortening };
}

/** What the model is told before a turn: the day, and what memory holds about it. And behind calls: rules on files. */
function factsOf(input: LiveParts): Pick<AgentPorts, "volatileFacts" | "factsOnCalls"> {
  const { host, session, view, memory, workbench, fileRules: rules } = input;
  const date = dateFacts(session, { view, now: () => systemClock.now() });
  const { touched } = workbench;
  const cwd = (): string => workbench.workspace().cwd;
  return {
    volatileFacts: async (turn) => [...(await date(turn)), ...(await memory.recall(turn.userText))],
    factsOnCalls: rulesOnCalls({ rules, session, view, root: realRoot(host), cwd, touched }),
  };
}

export function memoryOf(
  { host, session, askUser }: LiveInput,
  workbench: Workbench,
  emit: (event: AgentEvent) => void,
): SessionMemory {
  // The index is opened more than once: what is missing is told once.
  const told = new Set<string>();
  const notice = (message: string): void => {
    if (!told.has(message)) emit({ type: "warning.raised", code: "memory", message });
    told.add(message);
  };
  return new SessionMemory({
    host,
    session,
    askUser: askUser ?? null,
    redact: workbench.redactor.redact,
    notice,
  });
}

/** The tools of this run, those alone that were left switched on (TOOL-11). */
function toolsOf({ host, session, tools, workbench, custom, memory }: LiveParts): ToolRegistry {
  const flatten = host.loaded.settings.tools.autoFlatten;
  const registry = new ToolRegistry({ advertise: advertiser({ flatten }) });
  if (tools) for (const tool of [...workbench.tools, ...memory.tools()]) registry.add(tool);
  addCustom(registry, custom);
  // Last, where it also stands when the index is made while the session runs.
  const search = workbench.codeIndex.tool();
  if (search !== null) registry.add(search);
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
      else if (!host.models.isPriced(info))
        setTimeout(() => void host.models.price(info), PRICE_DELAY_MS);
      return model.stream(...args);
    },
  };
}

const PRICE_DELAY_MS = 5;

function spentBy(session: OpenSession) {
  const { session: totals } = session.usage();
  return {
    usd: totals.costUsd,
    tokens: totals.input + totals.output,
    wallMs: 0,
    unpriced: totals.unpriced,
  };
}
