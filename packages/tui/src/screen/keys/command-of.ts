import { emptyView } from "@squire/client";
import type { CommandInfo } from "@squire/protocol";
import { firstState } from "../state/app-state.ts";
import { commandEffect } from "../state/submit.ts";
import { ACTIONS, type ActionName } from "./actions.ts";
import { actionNames } from "./key-map.ts";

/** What keys do, with the command that does the same (TUI-5). */
export function keyActions(): readonly {
  readonly action: ActionName;
  readonly command: string;
}[] {
  return actionNames().map((action) => ({ action, command: ACTIONS[action].command }));
}

/** Whether a command that is typed does something, where the host offers these. */
export function commandTaken(typed: string, commands: readonly CommandInfo[]): boolean {
  const first = firstState(emptyView(""), { columns: 80, rows: 24 });
  const effect = commandEffect({ ...first, commands }, typed, "words");
  return effect.type !== "say";
}
