import { TerminalFace } from "./screen/terminal-face.ts";
import type { ExitInfo, TuiOptions } from "./tui-options.ts";

/** Runs the terminal face until the user leaves. The terminal is as before when it resolves. */
export async function runTui(options: TuiOptions): Promise<ExitInfo> {
  const face = new TerminalFace(options);
  return face.run();
}
