import type { JudgedCall } from "@squire/protocol";
import { decide, inspectCall, lexicalFacts } from "@squire/safety";
import type { GateState, GateWorkspace, Policy } from "@squire/safety";
import type { Host } from "../open.ts";
import { gateWorkspaceOf } from "./gate-workspace.ts";
import { inspectPorts } from "./inspect-ports.ts";
import { policyOf } from "./policy.ts";
import type { RunRules } from "./policy.ts";
import { projectRootOf } from "./project-root.ts";
import { workspaceRootOf } from "./sandbox-input.ts";

/**
 * Whether a file may be read without asking, as a search wants to know of every file that it finds:
 * what a rule keeps from `read` is not shown by `grep` either.
 */
export function mayRead(
  policy: () => Policy,
  workspace: () => GateWorkspace,
): (path: string) => boolean {
  return (path) => {
    const rules = policy();
    // Without such rules there is nothing to hold thousands of files against.
    if (rules.rules.every(({ verdict }) => verdict === "allow")) return true;
    const state = { ...STATE, workspace: workspace() };
    const call = readOf(path);
    const facts = lexicalFacts(call, state.workspace);
    return decide({ call, facts, policy: rules, state }).verdict === "allow";
  };
}

/** Why a file that the user has named himself is not read all the same; null: it may be. */
export type ReadDenied = (path: string) => Promise<string | null>;

/**
 * What the user points at is not asked about (C28); a rule that denies reading holds here too, by
 * whatever link the file is reached.
 */
export function readDenied(policy: () => Policy, workspace: () => GateWorkspace): ReadDenied {
  return async (path) => {
    const state = { ...STATE, workspace: workspace() };
    const call = readOf(path);
    const facts = await inspectCall(call, state.workspace, inspectPorts());
    const { verdict, trail } = decide({ call, facts, policy: policy(), state });
    if (verdict !== "deny") return null;
    return trail.findLast((step) => step.verdict === "deny")?.reason ?? "A rule denies it.";
  };
}

/** The same before there is a session. */
export function readDeniedFor(host: Host, run: RunRules): ReadDenied {
  const projectRoot = projectRootOf(host);
  const { policy } = policyOf({ loaded: host.loaded, run, projectRoot });
  const workspace = gateWorkspaceOf(host, workspaceRootOf(host));
  return readDenied(
    () => policy,
    () => workspace,
  );
}

const STATE: Omit<GateState, "workspace"> = {
  mode: "code",
  trust: "review",
  tainted: { active: false, sources: [] },
  headless: "ask",
  trusted: false,
  sandbox: { confines: false, network: false },
  refused: [],
};

function readOf(path: string): JudgedCall {
  return {
    callId: "look",
    name: "read",
    args: { path },
    effect: "read",
    subject: path,
    summary: `read ${path}`,
    requiresApproval: false,
  };
}
