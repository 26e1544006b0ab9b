import type { JudgedCall } from "@squire/protocol";
import { decide, lexicalFacts } from "@squire/safety";
import type { GateState, GateWorkspace, Policy } from "@squire/safety";

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
