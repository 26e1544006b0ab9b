import type { Effect, Mode } from "@squire/protocol";
import type { PreparedCall } from "../tool.ts";
import type { CallScope } from "./ports.ts";

export type Executor = PreparedCall["run"];

/** Reading, here or on the network, and asking the user. */
const READERS: ReadonlySet<Effect> = new Set<Effect>(["read", "network", "ask"]);
const ASKING: ReadonlySet<Effect> = new Set<Effect>(["ask"]);
const NOTHING: ReadonlySet<Effect> = new Set<Effect>();

/**
 * The one place where a call gets hold of what runs it: what a mode forbids has no executor
 * (invariant 8, C10, TOOL-5). Trust, rules and approvals cannot change that.
 */
export function executorFor(
  call: PreparedCall,
  { mode, planTools }: Pick<CallScope, "mode" | "planTools">,
): Executor | null {
  const allowed = effectsOf(mode, planTools);
  if (allowed !== "all" && !allowed.has(call.effect)) return null;
  return (context) => call.run(context);
}

/** A refusal that the model can act on. */
export function refusalText(
  name: string,
  { mode, planTools }: Pick<CallScope, "mode" | "planTools">,
): string {
  if (mode === "chat")
    return `${name} was not run: there are no tools in chat mode. Answer in words.`;
  if (mode === "plan" && planTools === "none") {
    return `${name} was not run: no tools run in plan mode here. Write the plan from what you know.`;
  }
  return [
    `${name} was not run: in ${mode} mode nothing may be changed.`,
    "Use tools that only read, and describe the change instead of making it.",
  ].join(" ");
}

function effectsOf(mode: Mode, planTools: CallScope["planTools"]): ReadonlySet<Effect> | "all" {
  switch (mode) {
    case "chat":
      return NOTHING;
    case "plan":
      return planTools === "none" ? ASKING : READERS;
    case "research":
      return READERS;
    case "code":
      return "all";
  }
}
