import type { Shell } from "../shell/shell.ts";
import { betterTool } from "./better-tool.ts";

/** Remembers which hints a session has had: whoever repeats a command means it. */
export class Hints {
  readonly #given = new Map<string, Set<string>>();

  /** Words for the model instead of running the command; null lets it run. */
  take(
    command: string,
    sessionId: string,
    { settings, hasTool }: Pick<Shell, "settings" | "hasTool">,
  ): string | null {
    const better = settings.intercept ? betterTool(command, hasTool) : null;
    if (better === null) return null;
    const given = this.#given.get(sessionId) ?? new Set();
    this.#given.set(sessionId, given);
    if (given.has(better.kind)) return null;
    given.add(better.kind);
    return `Not run: ${better.words}. To run the command all the same, repeat the call.`;
  }
}
