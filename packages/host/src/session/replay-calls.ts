import type { AgentPorts, Gate, Tool } from "@squire/agent";
import { advertiser, capOutcome, defineSchemaTool, ToolRegistry } from "@squire/agent";
import type { Decision, Entry, OutcomeMessage, ToolSpec } from "@squire/protocol";
import { commandEffect } from "@squire/safety";
import type { GateWorkspace } from "@squire/safety";
import { createBuiltIns, inertServices, openShell } from "@squire/tools";

type CallPorts = Pick<AgentPorts, "gate" | "cap" | "artifacts" | "approve">;

/** Calls of a recorded run: what ran then gives what it gave, what was refused is refused. */
export function replayedCalls(entries: readonly Entry[]): CallPorts {
  const kept = keptOutcomes(entries);
  const answers = new Map(
    entries.flatMap((entry) =>
      entry.type === "approval" && entry.state === "answered"
        ? [[entry.callId, entry.answer] as const]
        : [],
    ),
  );
  const asked = entries.some((entry) => entry.type === "approval" && entry.state === "asked");
  return {
    gate: recordedGate(entries),
    cap: (outcome) => kept.get(outcome.callId) ?? capOutcome(outcome),
    // What was kept then is named in the outcome; nothing is kept now.
    artifacts: { save: keepsNothing, stream: keepsNothing },
    ...(asked
      ? {
          approve: ({ callId }) => {
            const answer = answers.get(callId);
            // Never answered: the turn was stopped meanwhile.
            return answer === undefined ? new Promise(() => {}) : Promise.resolve(answer);
          },
        }
      : {}),
  };
}

function keepsNothing(): Promise<never> {
  return Promise.reject(new Error("Nothing is kept in a rerun."));
}

/** Outcomes that only the log can tell: of calls that ran, were blocked by a hook or lost in a crash. */
function keptOutcomes(entries: readonly Entry[]): ReadonlyMap<string, OutcomeMessage> {
  const judged = new Set(entries.flatMap((entry) => judgedIn(entry)));
  const started = new Set(
    entries.flatMap((entry) => (entry.type === "tool_started" ? [entry.callId] : [])),
  );
  const kept = new Map<string, OutcomeMessage>();
  for (const entry of entries) {
    if (entry.type !== "tool_result") continue;
    const { outcome, details, runId } = entry;
    const { callId } = outcome;
    const blocked = details.ending === "denied" && !judged.has(callId);
    if (started.has(callId) || runId === undefined || blocked) kept.set(callId, outcome);
  }
  return kept;
}

function judgedIn(entry: Entry): readonly string[] {
  if (entry.type !== "approval") return [];
  return entry.state === "asked" ? [entry.request.callId] : [entry.callId];
}

function recordedGate(entries: readonly Entry[]): Gate {
  const decisions = new Map<string, Decision>();
  for (const entry of entries) {
    if (entry.type === "tool_started") decisions.set(entry.callId, entry.decision);
    if (entry.type !== "approval") continue;
    if (entry.state === "asked") decisions.set(entry.request.callId, entry.decision);
    if (entry.state === "denied") decisions.set(entry.callId, asItWas(entry.decision));
  }
  return ({ callId }) => decisions.get(callId) ?? NOT_JUDGED;
}

/** Without anybody there, what asks was recorded as denied. */
function asItWas(decision: Decision): Decision {
  const last = decision.trail.at(-1);
  if (last?.stage !== "headless") return decision;
  return { ...decision, verdict: "ask", trail: decision.trail.slice(0, -1) };
}

const NOT_JUDGED: Decision = {
  verdict: "deny",
  trail: [{ stage: "fallback", verdict: "deny", reason: "it was not judged" }],
};

/** The tools as the model was told about them. Where one is gone, its outcomes still are there. */
export function replayedTools(
  specs: readonly ToolSpec[],
  { flatten, workspace }: { readonly flatten: boolean; readonly workspace: GateWorkspace },
): ToolRegistry {
  const told = new Map(specs.map((spec) => [spec.name, spec]));
  const known = new Map(builtIns(workspace).map((tool) => [tool.name, tool]));
  const advertise = advertiser({ flatten });
  const registry = new ToolRegistry({
    advertise: (own) => ({
      spec: told.get(own.name) ?? own,
      restore: (args) => advertise(own).restore(args),
    }),
  });
  for (const spec of specs) registry.add(inert(known.get(spec.name) ?? standIn(spec)));
  // Edits in the words of replies are calls of a tool that nobody is told of.
  const inWords = builtIns(workspace, "blocks").find(({ name }) => name === "edit");
  if (inWords !== undefined && !told.has("edit")) registry.add(inert(inWords));
  return registry;
}

/** For a mode in which the model is offered none, but may ask for one all the same. */
export function ownTools(workspace: GateWorkspace): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of builtIns(workspace)) registry.add(inert(tool));
  return registry;
}

/** The same to the model; a call does nothing, and its outcome is the recorded one. */
function inert(tool: Tool): Tool {
  return {
    ...tool,
    prepare: (args) => {
      const prepared = tool.prepare(args);
      if (!prepared.ok) return prepared;
      const run = () => Promise.resolve({ content: [], details: {} });
      return { ok: true, call: { ...prepared.call, run } };
    },
  };
}

function standIn({ name, description, parameters }: ToolSpec): Tool {
  return defineSchemaTool({
    name,
    description,
    effect: "read",
    parameters,
    validate: () => [],
    run: () => Promise.resolve({ content: [], details: {} }),
  });
}

/** What they say of themselves is all that is needed: they give what the log has. */
function builtIns(
  workspace: GateWorkspace,
  editVariant: "replace" | "blocks" = "replace",
): readonly Tool[] {
  const options = { allowWrite: true, editVariant, enabled: [] } as const;
  // What a command does decides what it may run beside.
  const shell = openShell({ commandEffect: (command) => commandEffect(command, { workspace }) });
  return createBuiltIns(inertServices(shell), options);
}
