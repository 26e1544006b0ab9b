import { ruleStack } from "@squire/memory";
import type { Pinned } from "../memory/pinned-memory.ts";
import type { LoadedRules } from "./load-rules.ts";

/** Notes change more often than rules: they come behind them, so that more of a cached prefix holds. */
const NOTES = /^Notes \(/;

/** The rules that always hold, behind the instructions (MEM-7, MEM-8). */
export function withRules(pinned: Pinned, { rules }: Pick<LoadedRules, "rules">): Pinned {
  const parts = ruleStack(rules);
  if (parts.length === 0) return pinned;
  const { stack } = pinned;
  const first = stack.findIndex(({ title }) => NOTES.test(title));
  const at = first === -1 ? stack.length : first;
  return { ...pinned, stack: [...stack.slice(0, at), ...parts, ...stack.slice(at)] };
}
