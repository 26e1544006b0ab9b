import type { Mode, Trust, Verdict } from "@squire/protocol";
import { ruleReport, unattended } from "@squire/safety";
import type { RuleProblem, RuleScope, TrustState, Unattended } from "@squire/safety";
import type { Host } from "../open.ts";
import { folderTrust } from "../safety/folder-trust.ts";
import { openByHand } from "./by-hand.ts";
import type { HandState } from "./by-hand.ts";

export type ReportedRule = {
  readonly verdict: Verdict;
  readonly rule: string;
  /** `file:line`, or the flag. */
  readonly origin: string;
  readonly scope: RuleScope;
  /** It holds even after untrusted text was read (PERM-16). */
  readonly tainted: boolean;
  readonly inForce: boolean;
  /** Why it does nothing, or less than it seems. */
  readonly note?: string;
  readonly shadowedBy?: { readonly rule: string; readonly origin: string };
};

/** What may happen here, and by whose word (PERM-14). */
export type PermissionReport = {
  readonly folder: { readonly path: string; readonly state: TrustState["type"] };
  readonly mode: Mode;
  readonly trust: Trust;
  /** What asking means when nobody is there (C8). */
  readonly headless: "deny" | "allow";
  /** `permissions.mode`: for what no rule covers and what does not only read. */
  readonly fallback: Verdict;
  readonly strict: boolean;
  readonly taint: boolean;
  readonly sandbox: string;
  /** In the order in which they are asked. */
  readonly rules: readonly ReportedRule[];
  /** Rules that cannot be understood and are not in force. */
  readonly problems: readonly RuleProblem[];
  /** What could run right now without anybody being asked. */
  readonly unattended: Unattended;
};

export async function permissionReport(host: Host, state: HandState): Promise<PermissionReport> {
  await using hand = await openByHand(host, { ...state, attended: true });
  const { workbench, tools, mode, trust } = hand;
  const policy = workbench.policy();
  const { headless } = host.loaded.settings.permissions;
  const known = tools.all().map(({ name, effect, requiresApproval = false }) => {
    return { name, effect, requiresApproval };
  });
  const names = known.map(({ name }) => name);
  // Of a tool that runs nothing: looking at the sandbox would start a process.
  const gate = await workbench.gateState("read");
  const folder = await folderTrust(host.home).state(host.cwd);
  return {
    folder: { path: host.cwd, state: folder.type },
    mode,
    trust,
    headless: state.yes === true ? "allow" : headless,
    fallback: policy.fallback,
    strict: policy.strict,
    taint: policy.taint,
    sandbox: `${host.loaded.settings.sandbox.bash} (squire doctor tries it)`,
    rules: ruleReport(policy.rules, { tools: names, trusted: host.trusted }).map(reported),
    problems: workbench.ruleProblems(),
    unattended: unattended(policy, gate, known),
  };
}

function reported({ rule, note, shadowedBy }: ReturnType<typeof ruleReport>[number]): ReportedRule {
  const { verdict, text, origin, scope, tainted } = rule;
  return {
    verdict,
    rule: text,
    origin,
    scope,
    tainted,
    inForce: note === null,
    ...(note === null ? {} : { note }),
    ...(shadowedBy === undefined
      ? {}
      : { shadowedBy: { rule: shadowedBy.text, origin: shadowedBy.origin } }),
  };
}
