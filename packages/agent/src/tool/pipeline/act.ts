import type { Decision, Effect, EntryDraft, JudgedCall } from "@squire/protocol";
import { argsHashOf } from "./args-hash.ts";
import { endedWith } from "./call-end.ts";
import { executorFor, refusalText } from "./capability.ts";
import type { Executor } from "./capability.ts";
import { execute } from "./execute.ts";
import { passGate } from "./gate.ts";
import type { CallEnd, CallPorts, CallScope } from "./ports.ts";
import type { Prepared } from "./prepare.ts";

export type Ready = Extract<Prepared, { type: "ready" }>;

/** A call on its way, with everything that the stages need to know. */
type Passage = {
  readonly ready: Ready;
  readonly call: JudgedCall;
  readonly ports: CallPorts;
  readonly scope: CallScope;
};

export type Acted = { readonly end: CallEnd; readonly started: boolean };

const MAX_PROGRESS = 2_000;
const MUTATING: ReadonlySet<Effect> = new Set<Effect>(["write", "execute"]);

/**
 * Capability → hooks → gate → record → snapshot → execute. Rejects only when the log does: then
 * nothing has run that is not recorded.
 */
export async function act(ready: Ready, ports: CallPorts, scope: CallScope): Promise<Acted> {
  const passage: Passage = { ready, call: judgedCall(ready), ports, scope };
  const { name } = passage.call;
  const run = executorFor(ready.call, scope);
  if (run === null) return notStarted(endedWith("refused", refusalText(name, scope)));
  const blocked = await blockedByHook(passage);
  if (blocked !== null) return notStarted(endedWith("denied", `Blocked: ${blocked}`));
  const judged = await passGate(passage.call, ports, scope);
  if (judged.type === "ended") return notStarted(judged.end);
  if (scope.signal.aborted) return notStarted(endedWith("interrupted", NOT_RUN));
  await recordStart(passage, judged.decision);
  const whole = await revealed(passage, judged.decision);
  const end = "end" in whole ? whole.end : await executeKept(passage, whole.run ?? run);
  return { end: withNotes(end, ready.notes), started: true };
}

/** What runs with the secrets in it is the same call in every other way. */
async function revealed(
  { ready, call, ports, scope }: Passage,
  decision: Decision,
): Promise<{ readonly run: Executor | null } | { readonly end: CallEnd }> {
  try {
    const args = (await ports.reveal?.(call, decision)) ?? null;
    if (args === null) return { run: null };
    const prepared = ready.tool.prepare(args);
    if (!prepared.ok || prepared.call.effect !== call.effect) {
      return { end: endedWith("denied", "Not run: with the secret in it this is another call.") };
    }
    return { run: executorFor(prepared.call, scope) };
  } catch (error) {
    return { end: endedWith("denied", error instanceof Error ? error.message : String(error)) };
  }
}

/** What ran is not what the model wrote, letter for letter: it should know. */
function withNotes(end: CallEnd, notes: readonly string[]): CallEnd {
  if (notes.length === 0) return end;
  const text = `(The arguments were mended before this ran: ${notes.join("; ")}.)`;
  return { ...end, content: [...end.content, { type: "text", text }] };
}

export const NOT_RUN = "Not run: the user stopped the turn.";

export function judgedCall({ asked, tool, call }: Ready): JudgedCall {
  const { args, effect, subject, summary } = call;
  return {
    callId: asked.block.id,
    name: tool.name,
    args,
    effect,
    subject,
    summary,
    requiresApproval: tool.requiresApproval ?? false,
  };
}

/** A hook that breaks blocks: nobody knows what it would have said. */
async function blockedByHook({ call, ports, scope }: Passage): Promise<string | null> {
  if (ports.hooks === null) return null;
  try {
    return await ports.hooks.before(call, scope.signal);
  } catch (error) {
    return `a hook failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * Record before effect (invariant 4): resolves when the log has it. What only reads leaves nothing
 * behind: its record need not outlive a power failure before it acts, only before others hear of it.
 */
async function recordStart({ call, ports, scope }: Passage, decision: Decision): Promise<void> {
  const { callId, name, effect, summary, args } = call;
  const { runId } = scope;
  const { sandbox } = ports.workspace();
  const draft: EntryDraft<"tool_started"> = {
    type: "tool_started",
    callId,
    runId,
    name,
    effect,
    summary,
    decision,
    argsHash: argsHashOf(call),
    ...(sandbox === undefined ? {} : { sandbox }),
  };
  await (effect === "read" ? ports.log.stage(draft) : ports.log.append(draft));
  ports.emit({ type: "tool.started", runId, callId, name, summary, effect, args });
}

/** What it changes can be brought back, and is told. */
async function executeKept(passage: Passage, run: Executor): Promise<CallEnd> {
  const { call, ports, scope } = passage;
  if (ports.snapshot === null || !MUTATING.has(call.effect)) return executeHere(passage, run);
  let changes: () => Promise<readonly string[]>;
  try {
    changes = await ports.snapshot(call, scope.signal);
  } catch (error) {
    if (scope.signal.aborted) return endedWith("interrupted", NOT_RUN);
    const why = error instanceof Error ? error.message : String(error);
    return endedWith("denied", `Not run: the files as they are could not be saved first (${why}).`);
  }
  const end = await executeHere(passage, run);
  try {
    const changedFiles = await changes();
    if (changedFiles.length === 0) return end;
    return { ...end, details: { ...end.details, changedFiles } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    ports.emit({ type: "warning.raised", runId: scope.runId, code: "snapshot.failed", message });
    return end;
  }
}

function executeHere({ ready, call, ports, scope }: Passage, run: Executor): Promise<CallEnd> {
  const { callId, name, args } = call;
  const { runId, limits } = scope;
  const { cwd, env } = ports.workspace();
  const report = (message: string): void =>
    ports.emit({
      type: "tool.updated",
      runId,
      callId,
      name,
      message: message.slice(0, MAX_PROGRESS),
    });
  const { timeoutMs = ready.call.effect === "ask" ? null : limits.timeoutMs } = ready.tool;
  const { artifacts, clock, sessionId } = ports;
  return execute({
    run: async (context) => {
      const text = await ports.tools.interceptor?.({ callId, name, args });
      if (typeof text === "string") return { content: [{ type: "text", text }], details: {} };
      return run(context);
    },
    context: { cwd, env, callId, sessionId, report, artifacts, clock },
    clock,
    signal: scope.signal,
    timeoutMs,
    graceMs: limits.graceMs,
  });
}

function notStarted(end: CallEnd): Acted {
  return { end, started: false };
}
