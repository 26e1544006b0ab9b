import { HostError } from "@squire/protocol/values";
import { say } from "../commands/sessions-at.ts";
import { exitCodeOf } from "../exit-code.ts";
import type { Io } from "../io.ts";

/** Runs a command whose failures are for the user: said in words, with the exit code of their kind. */
export async function inWords(io: Io, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const { failure } = error;
    for (const line of [failure.message, failure.advice]) if (line !== undefined) say(io, line);
    return exitCodeOf({ stopReason: "error", error: failure });
  }
}

/** Resolves when the user wants out. */
export function untilStopped({ signal }: Io): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
