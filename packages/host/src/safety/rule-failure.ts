import type { UserFailure } from "@squire/protocol";
import type { LoadedSettings } from "../settings/load.ts";
import { formatProblem } from "../settings/problem.ts";
import { policyOf, ruleProblemText } from "./policy.ts";
import type { RunRules } from "./policy.ts";

/** Each is tried on every call, and on every file that a search finds. */
const MOST_PROJECT_RULES = 1_000;

/**
 * Why nothing may run: a rule of the command line is no rule, or one that forbids or asks cannot be
 * understood, so that what the user wanted kept from happening would happen. Null: all is in order.
 * A broken rule that allows only means more questions.
 */
export function ruleFailure(loaded: LoadedSettings, run: RunRules = {}): UserFailure | null {
  return flagFailure(loaded, run) ?? fileFailure(loaded);
}

/** The part of it that is wrong usage. */
export function flagFailure(loaded: LoadedSettings, run: RunRules = {}): UserFailure | null {
  const problem = policyOf({ loaded, run }).problems.find(({ scope }) => scope === "run");
  if (problem === undefined) return null;
  const advice = 'Write a rule as Tool or "Tool(glob)". Nothing was run.';
  return { code: "invalid", message: ruleProblemText(problem), advice, retryable: false };
}

function fileFailure(loaded: LoadedSettings): UserFailure | null {
  const message = lostFile(loaded) ?? lostValue(loaded) ?? lostRule(loaded) ?? tooMany(loaded);
  if (message === null) return null;
  const advice = "Correct it: without it, what it forbids would be allowed. Nothing was run.";
  return { code: "config", message, advice, retryable: false };
}

function lostFile({ layers }: LoadedSettings): string | null {
  const problem = layers.find(({ losesRules }) => losesRules === true)?.problems[0];
  return problem === undefined ? null : formatProblem(problem);
}

/** `deny = 5`: what was meant is not known. */
function lostValue({ problems }: LoadedSettings): string | null {
  const problem = problems.find(({ key = "" }) => /^permissions\.(?:deny|ask)\b/.test(key));
  return problem === undefined ? null : formatProblem(problem);
}

function lostRule(loaded: LoadedSettings): string | null {
  const problem = policyOf({ loaded }).problems.find(({ verdict }) => verdict !== "allow");
  return problem === undefined ? null : ruleProblemText(problem);
}

function tooMany(loaded: LoadedSettings): string | null {
  const rules = policyOf({ loaded }).policy.rules.filter(({ scope }) => scope === "project");
  if (rules.length <= MOST_PROJECT_RULES) return null;
  const [file] = rules[0]?.origin.split(/:\d+$/) ?? [];
  return `${file ?? ""}: there are ${rules.length} rules; a project may have ${MOST_PROJECT_RULES}.`;
}

/** Thrown where a session or a call was to begin all the same. */
export class RulesRefused extends Error {
  override readonly name = "RulesRefused";
  readonly failure: UserFailure;

  constructor(failure: UserFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Throws `RulesRefused`. */
export function requireRules(loaded: LoadedSettings, run: RunRules = {}): void {
  const failure = ruleFailure(loaded, run);
  if (failure !== null) throw new RulesRefused(failure);
}
