import type { TrailStep, Verdict } from "@squire/protocol";
import type { Rule } from "../rules/rule.ts";
import { liftsControl, writtenControl } from "./control-step.ts";
import { floorDoubt, floorProblem } from "./floor.ts";
import { allowing, forbids, matchesTool } from "./match-rules.ts";
import type { Policy } from "./state.ts";
import { reachesOut, targetsOf, type View } from "./view.ts";

/** Tools that strict mode asks for each time (C20). */
const STRICT: ReadonlySet<string> = new Set(["bash", "run_background", "browser", "python"]);

export function step(
  stage: TrailStep["stage"],
  verdict: Verdict | null,
  reason: string,
  rule?: Rule,
): TrailStep {
  return rule === undefined
    ? { stage, verdict, reason }
    : { stage, verdict, reason, rule: rule.text, origin: rule.origin };
}

/** Not even `--yes` answers this: the roots are the user's choice (S21). */
const MOVES = "change_workspace";
const MOVED = "It would move the workspace, and with it what may be written: that is yours to say.";

/** What no setting allows, and the files that decide what is allowed (PERM-15, S25). */
export function floorSteps({ facts, state }: View, { rules }: Policy): readonly TrailStep[] {
  const { workspace } = state;
  const problem = floorProblem(facts, workspace);
  if (problem !== null) return [step("floor", "deny", `Never allowed: ${problem}.`)];
  const steps: TrailStep[] = [];
  const control = writtenControl(facts, workspace);
  if (control !== null) {
    const rule = liftsControl(rules, facts, control, workspace);
    const name = `${control.spelled} decides what may run`;
    if (rule !== null)
      steps.push(step("floor", null, `${name}, and your own rule names it.`, rule));
    else steps.push(step("floor", "ask", `${name}: changing it needs an approval of its own.`));
  }
  if (facts.tool === MOVES) steps.push(step("floor", "ask", MOVED));
  const doubt = floorDoubt(facts);
  if (doubt !== null) steps.push(step("floor", "ask", `It cannot be checked: ${doubt}.`));
  return steps.length > 0 ? steps : [step("floor", null, "Nothing that is never allowed.")];
}

/** What the mode leaves: plan and research only look, chat has no tools (C9, C10). */
export function modeSteps({ state, reads, call }: View): readonly TrailStep[] {
  const { mode } = state;
  if (mode === "code") return [];
  if (call.effect === "ask") return [];
  if (mode === "chat") return [step("mode", "deny", "There are no tools in chat mode.")];
  if (reads) return [step("mode", null, `It only reads, as ${mode} mode allows.`)];
  return [step("mode", "deny", `Only reading is possible in ${mode} mode.`)];
}

export function toolSteps({ call, facts }: View, { strict }: Policy): readonly TrailStep[] {
  if (call.requiresApproval) return [step("tool", "ask", `${facts.tool} always asks.`)];
  if (strict && STRICT.has(facts.tool)) {
    return [step("tool", "ask", `permissions.strict asks for every ${facts.tool} call.`)];
  }
  return [];
}

/** Deny before ask before allow (PERM-3). */
export function ruleSteps({ facts, state }: View, { rules }: Policy): readonly TrailStep[] {
  const { workspace } = state;
  const find = (verdict: Verdict): Rule | undefined =>
    rules.find((rule) => rule.verdict === verdict && forbids(rule, facts, workspace));
  const denied = find("deny");
  if (denied !== undefined)
    return [step("rule", "deny", `The rule ${denied.text} forbids it.`, denied)];
  const steps: TrailStep[] = [];
  const asked = find("ask");
  if (asked !== undefined)
    steps.push(step("rule", "ask", `The rule ${asked.text} asks for it.`, asked));
  const refused = refusedStep(facts, state.refused);
  if (refused !== null) steps.push(refused);
  const allowed = allowSteps(facts, state, rules);
  // Only a rule that is exactly this command allows one that hides what it runs.
  const isAllowed = allowed.some(({ verdict }) => verdict === "allow");
  return [...steps, ...(isAllowed ? [] : hiddenSteps(facts, rules)), ...allowed];
}

/** A command that cannot be seen through: rules about commands cannot be checked on it (PERM-5). */
function hiddenSteps(
  { command, tool }: View["facts"],
  rules: readonly Rule[],
): readonly TrailStep[] {
  const doubts = command?.analysis.doubts ?? [];
  const unclear = doubts.find(({ kind }) => kind === "unparsable");
  if (unclear !== undefined)
    return [step("rule", "ask", `It cannot be read for sure: ${unclear.reason}.`)];
  if (doubts.length === 0) return [];
  const about = (rule: Rule): boolean =>
    rule.verdict !== "allow" && rule.glob !== null && matchesTool(rule, tool);
  const rule = rules.find((one) => about(one) && one.verdict === "deny") ?? rules.find(about);
  if (rule === undefined) return [];
  return [
    step("rule", "ask", `It cannot be seen whether the rule ${rule.text} is about it.`, rule),
  ];
}

function allowSteps(
  facts: View["facts"],
  { trusted, workspace }: View["state"],
  rules: readonly Rule[],
): readonly TrailStep[] {
  const allow = rules.filter(({ verdict }) => verdict === "allow");
  const inForce = allow.filter(({ scope }) => trusted || scope !== "project");
  const found = allowing(inForce, facts, workspace);
  if (found !== null)
    return found.map((rule) => step("rule", "allow", `The rule ${rule.text} allows it.`, rule));
  if (inForce.length === allow.length) return [];
  const ignored = allowing(allow, facts, workspace)?.find(({ scope }) => scope === "project");
  if (ignored === undefined) return [];
  return [
    step("rule", null, `The rule ${ignored.text} counts only once you trust this folder.`, ignored),
  ];
}

function refusedStep(facts: View["facts"], refused: View["state"]["refused"]): TrailStep | null {
  if (refused.length === 0) return null;
  const targets = new Set(targetsOf(facts));
  const found = refused.find(({ target }) => targets.has(target));
  if (found === undefined) return null;
  const why = found.reason === undefined ? "" : ` (${found.reason})`;
  return step("rule", "ask", `You refused this before${why}.`);
}

/** Once untrusted text is in the conversation, nothing leaves unasked (PERM-16). */
export function taintSteps(view: View, { taint, rules }: Policy): readonly TrailStep[] {
  const { tainted, trusted, workspace } = view.state;
  if (!tainted.active) return [];
  if (!taint) return [step("taint", null, "Untrusted text was read; permissions.taint is off.")];
  const why = reachesOut(view);
  if (why === null) return [step("taint", null, "Untrusted text was read, but nothing goes out.")];
  const lifting = rules.filter(
    ({ verdict, tainted: lifts, scope }) =>
      verdict === "allow" && lifts && (trusted || scope !== "project"),
  );
  const [rule] = allowing(lifting, view.facts, workspace) ?? [];
  if (rule !== undefined)
    return [step("taint", null, `The rule ${rule.text} holds after untrusted text too.`, rule)];
  const from =
    tainted.sources.length === 0 ? "" : ` from ${tainted.sources.slice(0, 3).join(", ")}`;
  return [step("taint", "ask", `Untrusted text${from} was read, and ${why}.`)];
}

/** How much the user lets happen unasked (PERM-9). It turns an ask into an allow, never a deny. */
export function trustSteps({
  state,
  facts,
  effect,
  why,
  reads,
  secret,
}: View): readonly TrailStep[] {
  const { trust } = state;
  if (reads) return [];
  if (trust === "yolo") return [step("trust", "allow", "Trust is yolo.")];
  const isForeign = facts.tool.startsWith("mcp__");
  const isEdit = effect === "write" && facts.command === null && !isForeign;
  if (trust === "auto" && isEdit && !secret)
    return [step("trust", "allow", "Trust is auto: edits are applied.")];
  return [step("trust", null, `Trust is ${trust}. ${why}`)];
}

export function sandboxSteps({ facts, state, reads }: View): readonly TrailStep[] {
  const { confines, network, name } = state.sandbox;
  if (facts.command === null || reads) return [];
  const means = name ?? (confines ? "a sandbox" : "no sandbox");
  if (!confines) return [step("sandbox", null, `Nothing confines it (${means}).`)];
  return [
    step("sandbox", null, `It runs in ${means}, ${network ? "with" : "without"} the network.`),
  ];
}

/** What no rule and no dial has decided (PERM-3). */
export function fallbackSteps({ reads, why }: View, { fallback }: Policy): readonly TrailStep[] {
  if (reads) return [step("fallback", "allow", "It only reads.")];
  if (fallback === "ask") return [step("fallback", "ask", why)];
  return [step("fallback", fallback, `permissions.mode is ${fallback}. ${why}`)];
}
