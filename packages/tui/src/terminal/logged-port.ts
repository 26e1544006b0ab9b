import type { TuiOptions } from "../tui-options.ts";
import { debugSwitches } from "./debug-switches.ts";
import type { TerminalPort } from "./terminal-port.ts";

/** `SQUIRE_TUI_WRITE_LOG`: every byte also goes to a file. */
export function loggedPort({
  terminal,
  ports,
}: Pick<TuiOptions, "terminal" | "ports">): TerminalPort {
  const { writeLog } = debugSwitches(terminal.env);
  if (writeLog === null) return terminal;
  const write = (text: string): boolean => {
    ports.appendLog(writeLog, text);
    return terminal.write(text);
  };
  return { ...terminal, write };
}
