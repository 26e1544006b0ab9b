import type { Policy, RuleProblem, RuleSource } from "@squire/safety";
import { policyOf } from "../safety/policy.ts";
import type { PolicyInput } from "../safety/policy.ts";

type Made = ReturnType<typeof policyOf>;

/** The rules of a session: those it began with, and what the user has said since (PERM-6). */
export class RuleBook {
  readonly #input: Omit<PolicyInput, "session">;
  readonly #session: RuleSource[] = [];
  #turn: readonly RuleSource[] = [];
  #made: Made | null = null;

  constructor(input: Omit<PolicyInput, "session">) {
    this.#input = input;
  }

  /** The rules in force, made again when one was added. */
  policy(): Policy {
    return this.#rules().policy;
  }

  /** Rules that are not in force because they cannot be understood. */
  problems(): readonly RuleProblem[] {
    return this.#rules().problems;
  }

  /** In force until the session ends. */
  add(rule: RuleSource): void {
    this.#session.push(rule);
    this.#made = null;
  }

  /** In force until the turn ends (EDIT-9). */
  addForTurn(rules: readonly RuleSource[]): void {
    this.#turn = [...this.#turn, ...rules];
    this.#made = null;
  }

  endTurn(): void {
    if (this.#turn.length === 0) return;
    this.#turn = [];
    this.#made = null;
  }

  #rules(): Made {
    this.#made ??= policyOf({ ...this.#input, session: [...this.#turn, ...this.#session] });
    return this.#made;
  }
}
