import type { Decision, JudgedCall, Risk, TrailStep, Verdict } from "@squire/protocol";
import { suggestRule } from "../rules/suggest.ts";
import type { CallFacts } from "./facts.ts";
import type { GateState, Policy } from "./state.ts";
import {
  fallbackSteps,
  floorSteps,
  modeSteps,
  ruleSteps,
  sandboxSteps,
  step,
  taintSteps,
  toolSteps,
  trustSteps,
} from "./steps.ts";
import { viewOf, type View } from "./view.ts";

/** A call and everything its decision depends on. */
export type Question = {
  readonly call: JudgedCall;
  /** From `inspectCall`. */
  readonly facts: CallFacts;
  readonly policy: Policy;
  readonly state: GateState;
};

/**
 * Allow, ask or deny, with every check that looked at the call (PERM-1, PERM-4). Pure: the same
 * question has the same answer.
 */
export function decide({ call, facts, policy, state }: Question): Decision {
  const view = viewOf(call, facts, state);
  const trail: TrailStep[] = [];
  // Order matters: what denies ends it; what asks is not lifted by what comes behind.
  const checks: readonly (() => readonly TrailStep[])[] = [
    () => floorSteps(view, policy),
    () => modeSteps(view),
    () => toolSteps(view, policy),
    () => ruleSteps(view, policy),
    () => taintSteps(view, policy),
    () => trustSteps(view),
    () => sandboxSteps(view),
  ];
  for (const check of checks) {
    trail.push(...check());
    if (trail.some(({ verdict }) => verdict === "deny")) return decided(view, trail, "deny");
  }
  return finish(view, policy, trail);
}

function finish(view: View, policy: Policy, trail: TrailStep[]): Decision {
  const asks = trail.some(({ verdict }) => verdict === "ask");
  const allows = trail.some(({ verdict }) => verdict === "allow");
  const byRule = trail.some(({ stage, verdict }) => stage === "rule" && verdict === "allow");
  // `permissions.mode = "deny"` is not lifted by the dial, only by rules.
  const closed = policy.fallback === "deny" && !view.reads && !byRule;
  if (closed || (!asks && !allows)) trail.push(...fallbackSteps(view, policy));
  const verdict = strictest(trail);
  return verdict === "ask" ? whenAsking(view, policy, trail) : decided(view, trail, verdict);
}

function strictest(trail: readonly TrailStep[]): Verdict {
  const has = (wanted: Verdict): boolean => trail.some(({ verdict }) => verdict === wanted);
  return has("deny") ? "deny" : has("ask") ? "ask" : "allow";
}

/** Nobody may be there to be asked (C8). */
function whenAsking(view: View, { rules }: Policy, trail: TrailStep[]): Decision {
  const { headless } = view.state;
  if (headless === "deny") {
    trail.push(step("headless", "deny", "Approval was needed and nobody is there to give it."));
    return decided(view, trail, "deny");
  }
  if (headless === "ask") return decided(view, trail, "ask");
  const kept = trail.find(({ stage, verdict }) => stage === "floor" && verdict === "ask");
  if (kept !== undefined) {
    trail.push(step("headless", "ask", `--yes does not answer this. ${kept.reason}`));
    return decided(view, trail, "ask");
  }
  const hidden = view.facts.command?.analysis.doubts.length ?? 0;
  const denies = rules.some(({ verdict, tool }) => verdict === "deny" && tool === view.facts.tool);
  if (hidden > 0 && denies) {
    trail.push(
      step(
        "headless",
        "deny",
        "A deny rule cannot be checked on a command that hides what it runs.",
      ),
    );
    return decided(view, trail, "deny");
  }
  trail.push(step("headless", "allow", "--yes was given, or permissions.headless is allow."));
  return decided(view, trail, "allow");
}

function decided(view: View, trail: readonly TrailStep[], verdict: Verdict): Decision {
  const risk = riskOf(view, trail);
  const suggestedRule = verdict === "ask" ? suggestRule(view.facts, view.state.workspace) : null;
  return suggestedRule === null
    ? { verdict, trail, risk }
    : { verdict, trail, suggestedRule, risk };
}

function riskOf({ effect, reads, harm }: View, trail: readonly TrailStep[]): Risk {
  if (trail.some(({ stage, verdict }) => stage === "floor" && verdict !== null)) return "high";
  if (reads) return "low";
  if (harm?.effect === "unknown" || effect === "execute") return "high";
  return "med";
}
