export { runTui } from "./run-tui.ts";
export type { ExitInfo, TuiOptions, TuiPorts } from "./tui-options.ts";
export { runPlain } from "./plain/run-plain.ts";
export type { PlainOptions } from "./plain/run-plain.ts";
export { editorCommand } from "./composer/external-editor.ts";
export { processTerminal } from "./terminal/process-terminal.ts";
export type { ProcessLike } from "./terminal/process-terminal.ts";
export type { TerminalPort } from "./terminal/terminal-port.ts";
export type { ThemePort } from "./theme/choose-theme.ts";
