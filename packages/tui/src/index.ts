export { processTerminal } from "./terminal/process-terminal.ts";
export type { TerminalPort } from "./terminal/terminal-port.ts";
