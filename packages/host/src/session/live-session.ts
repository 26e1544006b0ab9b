import type { Agent, AgentPorts, CompactionSettings, EndOfTurn, Gate, Tool } from "@squire/agent";
import {
  advertiser,
  composeSystem,
  createAgent,
  isNearlyFull,
  tokenCounter,
  ToolRegistry,
} from "@squire/agent";
import type { ModelInfo } from "@squire/llm";
import { endpointOf, WIRES } from "@squire/llm";
import { systemClock } from "@squire/platform";
import type {
  AgentEvent,
  Mode,
  ModelRequest,
  ModelStream,
  ThinkingLevel,
  Usage,
} from "@squire/protocol";
import { contextViewer } from "@squire/session";
import type { OpenSession } from "@squire/session";
import { BUILT_INS } from "@squire/tools";
import { createHash } from "node:crypto";
import type { OpenModel } from "../models/assemble.ts";
import type { Host } from "../open.ts";
import { artifactPort } from "./artifact-port.ts";
import { Shortening } from "./shortening.ts";
import { simpleGate } from "./gate.ts";
import { recordedSummariser } from "./recorded-summariser.ts";
import { snapshotPort } from "./snapshot-port.ts";
import { toolEnv } from "./tool-env.ts";

export type LiveInput = {
  readonly host: Host;
  readonly session: OpenSession;
  readonly info: ModelInfo;
  readonly model: OpenModel;
  readonly thinking?: ThinkingLevel;
  readonly mode: Mode;
  /** Replaces the built-in instructions; "" sends none. */
  readonly system?: string;
  readonly appendSystem?: string;
  /** `--yes`. */
  readonly yes: boolean;
  readonly tools: boolean;
  readonly maxSteps: number;
  /** 0 = no limit. */
  readonly budgetUsd: number;
  readonly emit: (event: AgentEvent) => void;
  /** In the place of what a session usually has, when one is played again (TRN-5). */
  readonly replay?: Replay;
};

export type Replay = {
  readonly tools: readonly Tool[];
  readonly gate: Gate;
  readonly endOfTurn: EndOfTurn;
  readonly cwd: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Hears the hash of every request body. */
  readonly sent: (hash: string) => void;
};

/** A session with an agent at work in it. */
export type LiveSession = {
  readonly agent: Agent;
  readonly session: OpenSession;
};

/** Joins log, loop, tools and gate into one running session. */
export function openLiveSession(input: LiveInput): LiveSession {
  const { host, session, info, model } = input;
  const { replay } = input;
  const cwd = replay?.cwd ?? host.cwd;
  const flatten = host.loaded.settings.tools.autoFlatten;
  const registry = new ToolRegistry({ advertise: advertiser({ flatten }) });
  if (input.tools) for (const tool of replay?.tools ?? BUILT_INS) registry.add(tool);
  const system = systemText(input);
  const counter = tokenCounter();
  const fixedTokens = counter.text(system) + counter.tools(registry.specs());
  const snapshots = snapshotPort(session, host.home, () => cwd);
  const costOf = (id: string, usage: Usage) => host.models.knownCost(id, usage);
  const shortening = new Shortening({
    session,
    info,
    summariser: recordedSummariser({ session, model, info, costOf }),
    settings: compactionSettings(host),
    fixedTokens,
    price: () => host.models.price(info),
    emit: input.emit,
  });
  const viewer = contextViewer();
  const ports: AgentPorts = {
    sessionId: session.header.id,
    tools: registry,
    log: { append: (draft) => session.append(draft) },
    emit: (event) => {
      if (event.type === "turn.started") {
        model.beginTurn();
        snapshots.beginTurn();
      }
      input.emit(event);
    },
    clock: systemClock,
    ids: () => crypto.randomUUID(),
    workspace: () => ({ cwd, env: toolEnv(host.env) }),
    gate: replay?.gate ?? simpleGate({ yes: input.yes }),
    view: () => viewer(session.tree.view()).messages,
    model: () => ({ ...model, stream: (...args) => pricedStream(input, model.stream(...args)) }),
    artifacts: artifactPort(session),
    ...(session.path === null ? {} : { snapshot: snapshots.snapshot }),
    costOf,
    spent: () => spentBy(session),
    digest: bodyDigest(info, replay?.sent),
    onOverflow: ({ signal }) => shortening.shorten("overflow", signal),
    isNearlyFull: (request) =>
      isNearlyFull(fixedTokens + counter.messages(request.messages), info.contextWindow),
    endOfTurn: replay?.endOfTurn ?? shortening.endOfTurn,
  };
  const agent = createAgent(ports, { settings: agentSettings(input, system) });
  return { agent, session };
}

/** Prices are looked up while the request is on its way: loading them must not hold it up. */
function pricedStream({ host, info }: LiveInput, stream: ModelStream): ModelStream {
  setTimeout(() => void host.models.price(info), PRICE_DELAY_MS);
  return stream;
}

const PRICE_DELAY_MS = 5;

function agentSettings(input: LiveInput, system: string) {
  const { host, session, info, thinking, mode, maxSteps, budgetUsd } = input;
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

function systemText({ host, mode, system, appendSystem = "", replay }: LiveInput): string {
  if (host.env["SQUIRE_NULL_PROMPT"] === "true") return appendSystem;
  const shell = host.env["SHELL"];
  const composed = composeSystem({
    mode,
    ...(system === undefined ? {} : { base: system }),
    environment: {
      os: process.platform,
      ...(shell === undefined ? {} : { shell }),
      cwd: replay?.cwd ?? host.cwd,
      date: replay?.date ?? new Date(systemClock.now()).toISOString().slice(0, 10),
    },
  });
  return [composed, appendSystem].filter((text) => text !== "").join("\n\n");
}

function compactionSettings({ loaded }: Host): CompactionSettings {
  const { compaction } = loaded.settings;
  return {
    enabled: compaction.enabled,
    ratio: compaction.ratio,
    reserveTokens: compaction.reserveTokens,
    keepRecentTokens: compaction.keepRecentTokens,
    autoContinue: compaction.autoContinue,
    ...(compaction.keepMessages === undefined ? {} : { keepMessages: compaction.keepMessages }),
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

/** The bytes as they leave, so that a rerun can compare (TRN-5). */
function bodyDigest(info: ModelInfo, sent: (hash: string) => void = () => {}) {
  const { target, model } = endpointOf(info);
  return (request: ModelRequest) => {
    const { body } = WIRES[info.api].encode({ ...request, model }, target);
    const hash = createHash("sha256").update(body).digest("hex");
    sent(hash);
    return { hash, bytes: Buffer.byteLength(body) };
  };
}
