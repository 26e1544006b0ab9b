import type { Environment } from "./capabilities.ts";

/** Switches for those who look for a fault in the drawing (TUI-20). */
export type DebugSwitches = {
  /** A file that gets every byte written to the terminal. */
  readonly writeLog: string | null;
  /** A row with numbers below the status line. */
  readonly numbers: boolean;
  readonly redraw: boolean;
  readonly hardwareCursor: boolean;
  readonly clearOnShrink: boolean;
};

export function debugSwitches(env: Environment): DebugSwitches {
  return {
    writeLog: env["SQUIRE_TUI_WRITE_LOG"] || null,
    numbers: env["SQUIRE_TUI_DEBUG"] === "1",
    redraw: env["SQUIRE_DEBUG_REDRAW"] === "1",
    hardwareCursor: env["SQUIRE_HARDWARE_CURSOR"] === "1",
    clearOnShrink: env["SQUIRE_CLEAR_ON_SHRINK"] === "1",
  };
}
