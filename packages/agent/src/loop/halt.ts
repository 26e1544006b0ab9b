import { HOW_TO_RAISE, judgeBudget } from "./budget.ts";
import type { SummaryCause } from "./notes.ts";
import type { NextRequest, Turn } from "./turn-state.ts";

/** Why the next request is not sent. */
export type Halt =
  | { readonly type: "budget"; readonly message: string }
  | { readonly type: "summary"; readonly cause: SummaryCause };

/** Looked at before every request: money, steps, room, repetition (ESC-7, LOOP-6, LOOP-15). */
export function haltBefore(turn: Turn, step: number, { request }: NextRequest): Halt | null {
  const { settings, scratch, ports } = turn;
  const exceeded = checkBudget(turn);
  if (exceeded !== null) return { type: "budget", message: exceeded };
  if (step > settings.maxSteps) return { type: "summary", cause: "steps" };
  if (scratch.storms >= settings.maxStorms) return { type: "summary", cause: "storm" };
  // At the first step nothing was done that could be summed up: an overflow is dealt with then.
  if (step > 1 && ports.isNearlyFull(request)) return { type: "summary", cause: "context" };
  return null;
}

/** What is used up, in words; warns once at 80 %, and once when part of the cost is not known. */
function checkBudget({ ports, settings, state, scratch, runId }: Turn): string | null {
  const before = ports.spent();
  const elapsed = Math.max(0, ports.clock.now() - scratch.startedAt);
  const spent = { ...before, wallMs: before.wallMs + elapsed };
  const { exceeded, near, blind } = judgeBudget(settings.budget, spent);
  const warn = (code: string, message: string): void =>
    ports.emit({ type: "warning.raised", runId, code, message });
  if (blind && !state.warned.blind) {
    state.warned.blind = true;
    warn(
      "budget.unpriced",
      "The price of some requests is not known: the budget does not count them.",
    );
  }
  if (exceeded !== null) return `The budget of this session is used up (${exceeded}).`;
  if (near !== null && !state.warned.near) {
    state.warned.near = true;
    warn("budget.near", `The budget of this session is nearly used up (${near}). ${HOW_TO_RAISE}`);
  }
  return null;
}
