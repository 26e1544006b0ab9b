import type { EndOfTurn, Gate, Tool } from "@squire/agent";
import { ToolError } from "@squire/agent";
import type { ModelInfo } from "@squire/llm";
import { resolveModel } from "@squire/llm";
import type { AssistantMessage, Entry, ModelStream, OutcomeMessage } from "@squire/protocol";
import { NO_USAGE, textOf } from "@squire/protocol/values";
import { fileStore } from "@squire/session";
import type { OpenSession, ReadSession } from "@squire/session";
import { BUILT_INS } from "@squire/tools";
import type { OpenModel } from "../models/assemble.ts";
import type { Host } from "../open.ts";
import { sessionPorts } from "../sessions.ts";
import { openLiveSession } from "./live-session.ts";
import { recordingOf } from "./recording.ts";
import type { Recording } from "./recording.ts";

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

/**
 * Feeds the recorded replies and outcomes of a session to the real loop and compares every request,
 * byte by byte through its hash. Nothing is run and nobody is asked.
 */
export async function rerunSession(host: Host, recorded: ReadSession): Promise<Rerun> {
  const recording = recordingOf(recorded.tree.branch());
  const info = modelOf(host, recording);
  if (info === null)
    return different(0, "model", `The model ${recording.model} is not set up here.`);
  const sent: string[] = [];
  await using session = stage(recorded);
  const { agent } = openLiveSession({
    host,
    session,
    info,
    model: replayModel(recording),
    mode: recording.mode,
    yes: true,
    tools: true,
    maxSteps: Number.MAX_SAFE_INTEGER,
    budgetUsd: 0,
    emit: () => {},
    replay: {
      tools: BUILT_INS.map((tool) => replayTool(tool, recording.outcomes)),
      gate: replayGate(recording),
      endOfTurn: replayEnds(recording, session),
      cwd: recorded.header.cwd,
      date: new Date(recorded.header.createdAt).toISOString().slice(0, 10),
      sent: (hash) => sent.push(hash),
    },
  });
  for (const message of recording.prompts) {
    await agent.prompt(message);
    await agent.whenIdle();
  }
  return compare(recording.bodyHashes, sent);
}

function compare(expected: readonly string[], sent: readonly string[]): Rerun {
  const steps = Math.max(expected.length, sent.length);
  for (let step = 0; step < steps; step++) {
    if (expected[step] === sent[step]) continue;
    if (sent[step] === undefined)
      return different(step + 1, "call", "The loop stopped before this request.");
    if (expected[step] === undefined)
      return different(step + 1, "call", "The loop sent a request that is not recorded.");
    return different(step + 1, "request", "The bytes of the request differ.");
  }
  return { identical: true, steps };
}

function different(
  step: number,
  what: NonNullable<Rerun["firstDifference"]>["what"],
  message: string,
): Rerun {
  return { identical: false, steps: step, firstDifference: { step, what, message } };
}

function modelOf(host: Host, { model }: Recording): ModelInfo | null {
  const found = resolveModel(model, host.models.registry);
  return found.type === "ok" ? found.model : null;
}

/** A session in memory that gives its entries the ids of the recorded ones, in order. */
function stage({ header, tree }: ReadSession): OpenSession {
  const ids = [header.id, ...tree.branch().map(({ id }) => id)].values();
  const next = (): string => ids.next().value ?? crypto.randomUUID();
  const store = fileStore({ ...sessionPorts(), ids: next }, "");
  return store.createEphemeral({ cwd: header.cwd });
}

function replayModel({ model, replies }: Recording): OpenModel {
  const rest = replies.values();
  const next = (): ModelStream => {
    const reply = rest.next().value;
    const end = reply === undefined ? outOfReplies : finish(reply);
    return {
      result: () => Promise.resolve(end),
      async *[Symbol.asyncIterator]() {
        yield end;
      },
    };
  };
  return { id: model, beginTurn: () => {}, stream: next };
}

const outOfReplies = {
  type: "error",
  failure: {
    kind: "bad_request",
    message: "There are no more recorded replies.",
    retryable: false,
  },
  partial: null,
  usage: NO_USAGE,
} as const;

function finish(reply: Entry<"message">) {
  const message = reply.message as AssistantMessage;
  const called = message.content.some(({ type }) => type === "call");
  const reason = reply.reason ?? (called ? "calls" : "stop");
  return { type: "finish", reason, message, usage: reply.usage ?? NO_USAGE } as const;
}

/** The same tool to the model; a call gives what it gave then. */
function replayTool(tool: Tool, outcomes: ReadonlyMap<string, OutcomeMessage>): Tool {
  return {
    ...tool,
    prepare: (args) => {
      const prepared = tool.prepare(args);
      if (!prepared.ok) return prepared;
      return {
        ok: true,
        call: {
          ...prepared.call,
          run: ({ callId }) => {
            const outcome = outcomes.get(callId);
            if (outcome === undefined) throw new ToolError("No outcome was recorded.");
            if (outcome.failed) throw new ToolError(textOf(outcome));
            return Promise.resolve({ content: outcome.content, details: {} });
          },
        },
      };
    },
  };
}

/** What ran then may run now; the rest waits for an approval that does not come. */
function replayGate({ started }: Recording): Gate {
  return ({ callId }) => ({ verdict: started.has(callId) ? "allow" : "ask", trail: [] });
}

function replayEnds({ ends }: Recording, session: OpenSession): EndOfTurn {
  const rest = ends.values();
  return async () => {
    for (const draft of rest.next().value ?? []) await session.append(draft);
    return {};
  };
}
