import type { Effect } from "../state/app-state.ts";
import { perform } from "./perform.ts";
import type { EffectPorts } from "./ports.ts";

/** What changes where a message goes, or how it is answered. All of it is quick. */
const MOVES: ReadonlySet<Effect["type"]> = new Set(["mode", "trust", "model", "thinking", "pick"]);
const MOVING_COMMANDS: ReadonlySet<string> = new Set([
  "new",
  "resume",
  "fork",
  "undo",
  "rewind",
  "tree",
  "mode",
  "trust",
  "model",
  "cwd",
]);
/** What must find the session as the user meant it. */
const FOLLOWS: ReadonlySet<Effect["type"]> = new Set(["send", "shell", "note", "attach"]);

/**
 * Carries wishes out as they come. Somebody who types ahead means the session that `/new` has begun,
 * not the one before it: what follows a move waits for it. Answers and Esc wait for nothing.
 */
export class InOrder {
  #moved: Promise<void> | null = null;

  perform(effect: Effect, ports: EffectPorts): void {
    const isMove = moves(effect);
    const isAfter = isMove || FOLLOWS.has(effect.type);
    const before = isAfter ? this.#moved : null;
    const done = before === null ? perform(effect, ports) : after(before, effect, ports);
    if (isMove) this.#moved = done;
  }
}

async function after(before: Promise<void>, effect: Effect, ports: EffectPorts): Promise<void> {
  await before;
  await perform(effect, ports);
}

function moves(effect: Effect): boolean {
  // It waits for its images; what is sent after it comes after it.
  if (effect.type === "send") return effect.images !== undefined;
  const isCommand = effect.type === "command" || effect.type === "typed-command";
  return isCommand ? MOVING_COMMANDS.has(effect.name) : MOVES.has(effect.type);
}
