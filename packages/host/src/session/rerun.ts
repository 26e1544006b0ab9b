import type { Agent, AgentPorts, AgentSettings } from "@squire/agent";
import { createAgent, summaryRequest } from "@squire/agent";
import { resolveModel } from "@squire/llm";
import { systemClock } from "@squire/platform";
import type { Entry, Message, ModelRequest } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import { contextViewer } from "@squire/session";
import type { ReadSession } from "@squire/session";
import type { Host } from "../open.ts";
import { bodyDigest } from "./body-digest.ts";
import type { BodyDigest } from "./body-digest.ts";
import { gateWorkspaceOf } from "../safety/gate-workspace.ts";
import { Playback } from "./playback.ts";
import { recordedGuide } from "./recorded-guide.ts";
import type { GuideWords } from "./recorded-guide.ts";
import { isUsers, recordingOf } from "./recording.ts";
import type { RecordedRun, Recording } from "./recording.ts";
import { ownTools, replayedCalls, replayedTools } from "./replay-calls.ts";
import { replayedStream } from "./replay-model.ts";
import { callIdsIn } from "./resume.ts";
import { ReplaySession } from "./replay-session.ts";

/** What playing a session again has shown (TRN-5). */
export type Rerun = {
  readonly identical: boolean;
  /** Requests that were compared. */
  readonly steps: number;
  readonly firstDifference?: {
    readonly step: number;
    readonly what: "request" | "call" | "model";
    readonly message: string;
  };
};

type Difference = Omit<NonNullable<Rerun["firstDifference"]>, "step">;

/**
 * Feeds the recorded replies and outcomes of a session to the real loop and compares every request,
 * byte by byte through its hash. The instructions and tools are those the log holds. Nothing is run
 * and nobody is asked.
 */
export async function rerunSession(host: Host, recorded: ReadSession): Promise<Rerun> {
  const recording = recordingOf(recorded.tree.branch());
  const models = modelsOf(host, recording);
  if (!models.ok) return differs(0, { what: "model", message: models.message });
  await using replay = new ReplaySession(recorded);
  const viewer = contextViewer();
  const view = () => viewer(replay.session.tree.branch()).messages;
  for (const entry of recording.before) await replay.put(entry);
  let steps = 0;
  const isGuided = recording.runs.some(({ mode }) => mode === "research");
  const words = isGuided ? await import("@squire/research") : null;
  const theatre = { host, replay, view, digests: models.digests, recording, words };
  for (const run of recording.runs) {
    const played = await playRun(theatre, run);
    steps += played.compared;
    if (played.divergence !== null) {
      const unsent = played.divergence.what === "request" ? 0 : 1;
      return differs(steps + unsent, played.divergence);
    }
  }
  return { identical: true, steps };
}

function differs(step: number, difference: Difference): Rerun {
  return { identical: false, steps: step, firstDifference: { step, ...difference } };
}

type Theatre = {
  readonly host: Host;
  readonly replay: ReplaySession;
  readonly view: () => readonly Message[];
  /** By model. */
  readonly digests: ReadonlyMap<string, BodyDigest>;
  readonly recording: Recording;
  readonly words: GuideWords | null;
};

async function playRun(theatre: Theatre, run: RecordedRun): Promise<Playback> {
  const { replay } = theatre;
  const playback = new Playback(replay, run.entries, () => agent);
  const last = run.opening.at(-1);
  const queue = run.opening
    .slice(0, -1)
    .flatMap(({ message, queueId = "" }) =>
      message.role === "user" ? [{ queueId, message, delivery: "steer" as const }] : [],
    );
  const settings = settingsOf(theatre, run);
  const agent: Agent = createAgent(
    portsOf(theatre, run, playback, () => agent),
    { settings, queue },
  );
  if (last?.message.role === "user") {
    const { message, synthetic } = last;
    await agent.prompt(message, synthetic === undefined ? {} : { synthetic });
    await agent.whenIdle();
  }
  await playback.close();
  return playback;
}

function portsOf(
  theatre: Theatre,
  run: RecordedRun,
  playback: Playback,
  agent: () => Agent,
): AgentPorts {
  const { host, replay, view, digests, recording } = theatre;
  const { session } = replay;
  const flatten = host.loaded.settings.tools.autoFlatten;
  const workspace = gateWorkspaceOf(host, session.header.cwd);
  const first = requestsOf(run)[0];
  const told = recording.prefixes.get(first?.prefixHash ?? "")?.tools ?? [];
  const modelId = (): string => {
    const next = playback.next();
    return next?.type === "request_sent" ? next.model : ((playback.request ?? first)?.model ?? "");
  };
  const digest = (request: ModelRequest) => digests.get(modelId())?.(request) ?? UNKNOWN_BODY;
  return {
    sessionId: session.header.id,
    tools: run.mode === "chat" ? ownTools(workspace) : replayedTools(told, { flatten, workspace }),
    log: playback,
    emit: () => {},
    clock: systemClock,
    ids: () => crypto.randomUUID(),
    workspace: () => ({ cwd: session.header.cwd, env: {} }),
    view,
    model: () => ({
      id: modelId(),
      stream: () => replayedStream(playback.reply(), agent(), playback),
    }),
    digest,
    isNearlyFull: () => isSummary(playback.next(), "context"),
    onOverflow: () => Promise.resolve(playback.next()?.type === "request_sent"),
    todos: () => session.state().todo,
    callIds: () => callIdsIn(session.tree.branch()),
    guide: recordedGuide(playback, theatre.words),
    ...replayedCalls(run.entries),
  };
}

const UNKNOWN_BODY = { hash: "", bytes: 0 } as const;

function settingsOf({ recording, replay }: Theatre, run: RecordedRun): Partial<AgentSettings> {
  const [first] = requestsOf(run);
  const system = recording.prefixes.get(first?.prefixHash ?? "")?.system ?? "";
  const request = { ...first?.options, cacheKey: replay.session.header.id };
  return { system, mode: run.mode, request, maxSteps: maxStepsOf(run) };
}

/** One less than the step at which the model was asked to sum up, where that was the reason. */
function maxStepsOf({ entries }: RecordedRun): number {
  const asked = entries.findIndex((entry) => isSummary(entry, "steps"));
  const request = entries.find((entry, at) => at > asked && entry.type === "request_sent");
  const step = request?.type === "request_sent" ? request.step : undefined;
  return asked === -1 || step === undefined ? Number.MAX_SAFE_INTEGER : step - 1;
}

function isSummary(entry: Entry | undefined, cause: Parameters<typeof summaryRequest>[0]): boolean {
  if (entry === undefined || !isUsers(entry) || entry.synthetic !== true) return false;
  return textOf(entry.message) === textOf(summaryRequest(cause));
}

function requestsOf({ entries }: RecordedRun): readonly Entry<"request_sent">[] {
  return entries.flatMap((entry) =>
    entry.type === "request_sent" && entry.kind === "turn" ? [entry] : [],
  );
}

type Models =
  | { readonly ok: true; readonly digests: ReadonlyMap<string, BodyDigest> }
  | { readonly ok: false; readonly message: string };

function modelsOf(host: Host, { runs, prefixes }: Recording): Models {
  const digests = new Map<string, BodyDigest>();
  for (const { model, prefixHash } of runs.flatMap(requestsOf)) {
    if (!prefixes.has(prefixHash)) return { ok: false, message: NOT_TOLD };
    if (digests.has(model)) continue;
    const found = resolveModel(model, host.models.registry);
    if (found.type !== "ok")
      return { ok: false, message: `The model ${model} is not set up here.` };
    digests.set(model, bodyDigest(found.model));
  }
  return { ok: true, digests };
}

const NOT_TOLD =
  "This log does not hold the instructions and tools of its requests; it is older than that.";
